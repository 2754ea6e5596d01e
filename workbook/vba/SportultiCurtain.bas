Attribute VB_Name = "SportultiCurtain"
Option Explicit
' The curtain: a blank workbook in a maximised window before the work. Nothing of the event is touched or hidden,
' so that nothing can stay hidden either. The blank workbook itself remembers, in a hidden name, what was in front.

Private Const CURTAIN_NAME As String = "sportulti_fuggony"

Public Function CurtainBook() As Workbook
    Dim book As Workbook
    For Each book In Application.Workbooks
        If HasName(book, CURTAIN_NAME) Then
            Set CurtainBook = book
            Exit Function
        End If
    Next book
End Function

Public Sub CloseCurtain()
    Dim behind As Workbook, cover As Workbook, wasUpdating As Boolean
    Set behind = ActiveWorkbook
    If behind Is Nothing Or Not CurtainBook() Is Nothing Then Exit Sub
    wasUpdating = Application.ScreenUpdating
    On Error GoTo Ended
    Set cover = Workbooks.Add(xlWBATWorksheet)
    cover.Names.Add Name:=CURTAIN_NAME, RefersTo:="=""" & Replace(behind.Name, """", """""") & """", Visible:=False
    cover.Worksheets(1).Name = Words("curtain")
    With cover.Windows(1)
        .DisplayGridlines = False
        .DisplayHeadings = False
        .DisplayWorkbookTabs = False
        .WindowState = xlMaximized
    End With
    cover.Saved = True
Ended:
    Application.ScreenUpdating = wasUpdating
    If Err.Number <> 0 Then MsgBox Err.Description, vbExclamation, Words("title")
End Sub

Public Sub OpenCurtain()
    Dim cover As Workbook, behind As String
    Set cover = CurtainBook()
    If cover Is Nothing Then Exit Sub
    behind = cover.Names(CURTAIN_NAME).RefersTo
    behind = Replace(Mid$(behind, 3, Len(behind) - 3), """""", """")
    cover.Close SaveChanges:=False
    On Error Resume Next
    Workbooks(behind).Activate
End Sub
