Attribute VB_Name = "SportultiRibbon"
Option Explicit
' Callbacks of the ribbon that are not those of one verb. The tag of a verb's button is its help.

Private Const LIVE_CHECK_NAME As String = "azonnali_keplet"

Private mRibbon As IRibbonUI

Public Sub RibbonLoaded(ribbon As IRibbonUI)
    Set mRibbon = ribbon
End Sub

' Ask every label and state anew; after a stop in the VBA editor there is no ribbon to ask.
Public Sub RefreshRibbon()
    If Not mRibbon Is Nothing Then mRibbon.Invalidate
End Sub

Public Sub NeedsBookEnabled(control As IRibbonControl, ByRef returnedVal)
    returnedVal = Not OurBook() Is Nothing
End Sub

Public Sub VerbSupertip(control As IRibbonControl, ByRef returnedVal)
    Dim book As Workbook, reason As String
    Set book = OurBook()
    If book Is Nothing Then
        reason = WhyNoBook()
    Else
        reason = FitReason(book, control.ID)
        If reason <> "" Then reason = Words("does_not_fit") & " " & reason
    End If
    returnedVal = control.Tag
    If reason <> "" Then returnedVal = control.Tag & vbLf & vbLf & reason
End Sub

Public Sub NextStepLabel(control As IRibbonControl, ByRef returnedVal)
    Dim book As Workbook
    Set book = OurBook()
    If book Is Nothing Then
        returnedVal = Words("no_book_short")
    Else
        returnedVal = NextStep(book)
        If returnedVal = "" Then returnedVal = Words("start_page")
    End If
End Sub

Public Sub NextStepSupertip(control As IRibbonControl, ByRef returnedVal)
    returnedVal = control.Tag
    If OurBook() Is Nothing Then returnedVal = WhyNoBook()
End Sub

Public Sub NextStepClicked(control As IRibbonControl)
    If OurBook() Is Nothing Then
        MsgBox WhyNoBook(), vbInformation, Words("title")
    Else
        ShowStart OurBook()
    End If
End Sub

Public Sub HelpClicked(control As IRibbonControl)
    If Not OurBook() Is Nothing Then ShowStart OurBook()
    MsgBox Words("help"), vbInformation, Words("title")
End Sub

Public Sub CurtainPressed(control As IRibbonControl, ByRef returnedVal)
    returnedVal = Not CurtainBook() Is Nothing
End Sub

Public Sub CurtainClicked(control As IRibbonControl, pressed As Boolean)
    If pressed Then
        CloseCurtain
    Else
        OpenCurtain
    End If
    RefreshRibbon
End Sub

Public Sub LiveCheckPressed(control As IRibbonControl, ByRef returnedVal)
    Dim cells As Range
    returnedVal = False
    If OurBook() Is Nothing Then Exit Sub
    Set cells = NamedRange(OurBook(), LIVE_CHECK_NAME)
    If Not cells Is Nothing Then returnedVal = (cells.Cells(1, 1).Formula <> "")
End Sub

Public Sub LiveCheckClicked(control As IRibbonControl, pressed As Boolean)
    If OurBook() Is Nothing Then
        MsgBox WhyNoBook(), vbInformation, Words("title")
        RefreshRibbon
    Else
        RunVerb "live_check", Words("live_check"), ""
    End If
End Sub
