Attribute VB_Name = "SportultiQuestions"
Option Explicit
' What a verb needs to know is asked before Python starts. Each Ask function adds its answer to the list of answers,
' and is False if the referee turns back.

Private Const FOLDER_PICKER As Long = 4
Private Const AS_TEXT As Long = 2

' Add 'name': 'value' to the answers.
Public Sub QuestionAnswer(ByRef answers As String, ByVal name As String, ByVal value As String)
    AddAnswer answers, name, "'" & Escaped(value) & "'"
End Sub

Private Sub AddAnswer(ByRef answers As String, ByVal name As String, ByVal literal As String)
    If answers <> "" Then answers = answers & ", "
    answers = answers & "'" & name & "': " & literal
End Sub

' Whether a question has been answered already: the literals hold no apostrophe of their own.
Public Function IsAnswered(ByVal answers As String, ByVal name As String) As Boolean
    IsAnswered = InStr(answers, "'" & name & "': ") > 0
End Function

' Write a text so that it survives the command line and reads as a Python text: all but plain characters as \uXXXX.
Public Function Escaped(ByVal text As String) As String
    Dim place As Long, code As Long
    For place = 1 To Len(text)
        code = AscW(Mid$(text, place, 1)) And &HFFFF&
        If IsPlain(code) Then
            Escaped = Escaped & ChrW(code)
        Else
            Escaped = Escaped & "\u" & Right$("000" & Hex$(code), 4)
        End If
    Next place
End Function

' Letters, digits, blank, hyphen, full stop, slash, underscore.
Private Function IsPlain(ByVal code As Long) As Boolean
    Select Case code
        Case 48 To 57, 65 To 90, 97 To 122, 32, 45, 46, 47, 95
            IsPlain = True
    End Select
End Function

Public Function AskPath(ByRef answers As String, ByVal name As String, ByVal question As String) As Boolean
    Dim chosen As Variant
    #If Mac Then
    chosen = Application.GetOpenFilename()
    #Else
    chosen = Application.GetOpenFilename(FileFilter:=Words("files_read"), Title:=question)
    #End If
    If VarType(chosen) = vbBoolean Then Exit Function
    QuestionAnswer answers, name, CStr(chosen)
    AskPath = True
End Function

' The suggestion is a file name; it is offered beside the active workbook.
Public Function AskTarget(ByRef answers As String, ByVal name As String, ByVal question As String, _
                          ByVal suggestion As String) As Boolean
    Dim chosen As Variant, kinds As String
    #If Mac Then
    chosen = Application.GetSaveAsFilename(InitialFileName:=suggestion)
    #Else
    kinds = Words("files_write")
    If Right$(suggestion, 5) <> ".xlsx" Then kinds = Words("files_write_text")
    chosen = Application.GetSaveAsFilename(InitialFileName:=BesideBook(suggestion), _
                                           FileFilter:=kinds, Title:=question)
    #End If
    If VarType(chosen) = vbBoolean Then Exit Function
    QuestionAnswer answers, name, CStr(chosen)
    AskTarget = True
End Function

' A workbook that was never saved has no folder, and one in the cloud has an address instead.
Private Function BesideBook(ByVal suggestion As String) As String
    Dim book As Workbook, stem As String
    BesideBook = suggestion
    Set book = OurBook()
    If book Is Nothing Then Exit Function
    stem = book.Name
    If InStrRev(stem, ".") > 1 Then stem = Left$(stem, InStrRev(stem, ".") - 1)
    BesideBook = stem & "-" & suggestion
    If book.Path = "" Or InStr(book.Path, "://") > 0 Then Exit Function
    BesideBook = book.Path & Application.PathSeparator & BesideBook
End Function

Public Function AskFolder(ByRef answers As String, ByVal name As String, ByVal question As String) As Boolean
    #If Mac Then
    AskFolder = AskText(answers, name, question, "", True)
    #Else
    With Application.FileDialog(FOLDER_PICKER)
        .Title = question
        If .Show <> -1 Then Exit Function
        QuestionAnswer answers, name, .SelectedItems(1)
    End With
    AskFolder = True
    #End If
End Function

' A blank answer to a question that need not be answered leaves the option out.
Public Function AskText(ByRef answers As String, ByVal name As String, ByVal question As String, _
                        ByVal preset As String, ByVal isRequired As Boolean) As Boolean
    Dim typed As Variant
    typed = Application.InputBox(Prompt:=question, Title:=Words("title"), Default:=preset, Type:=AS_TEXT)
    If VarType(typed) = vbBoolean Then Exit Function
    If Trim$(CStr(typed)) <> "" Then QuestionAnswer answers, name, Trim$(CStr(typed))
    AskText = Not isRequired Or Trim$(CStr(typed)) <> ""
End Function

Public Function AskYesNo(ByRef answers As String, ByVal name As String, ByVal question As String) As Boolean
    Dim choice As VbMsgBoxResult
    choice = MsgBox(question, vbYesNoCancel + vbQuestion + vbDefaultButton2, Words("title"))
    If choice = vbYes Then AddAnswer answers, name, "True"
    AskYesNo = (choice <> vbCancel)
End Function
