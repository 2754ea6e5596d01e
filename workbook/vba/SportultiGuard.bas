Attribute VB_Name = "SportultiGuard"
Option Explicit
' What stands between a workbook that came from somebody else and the programs that the add-in can start.

Private Const NOT_FROM_A_SHEET As Long = vbObjectError + 513
Private Const BAD_NAME As Long = vbObjectError + 514
Private Const NO_SETTINGS As Long = vbObjectError + 515

' A cell's formula or a picture that is clicked can call a macro of any open add-in: they start nothing.
Public Sub RefuseSheets()
    Select Case TypeName(Application.Caller)
        Case "Range", "String"
            Err.Raise NOT_FROM_A_SHEET, Description:=Words("not_from_a_sheet")
    End Select
End Sub

' A workbook's name as it may stand on a command line: with a mark that the system takes for its own, in none.
Public Function HarmlessName(ByVal name As String) As String
    Dim marks As String, place As Long
    #If Mac Then
    marks = "$`\|" & Chr$(34)
    #Else
    marks = "%"
    #End If
    For place = 1 To Len(marks)
        If InStr(name, Mid$(marks, place, 1)) > 0 Then Err.Raise BAD_NAME, Description:=Words("bad_name") & " " & marks
    Next place
    HarmlessName = name
End Function

' Without settings no Python is looked for: one might lie beside the workbook.
Public Function NoInterpreter() As String
    Err.Raise NO_SETTINGS, Description:=Words("no_settings")
End Function
