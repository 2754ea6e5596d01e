Attribute VB_Name = "SportultiRun"
Option Explicit
' Runs the Python function of a verb, and puts Excel back as it was, whatever happens.

Private Type ExcelState
    CanCalculate As Boolean
    Calculation As XlCalculation
    ScreenUpdating As Boolean
    EnableEvents As Boolean
    DisplayAlerts As Boolean
    Selected As Range
End Type

' Whether a verb may start: a workbook of ours is in front where one is needed, and it fits or the referee insists.
' What the start page says may be older than what was typed since, so a verb that does not fit is only advised against.
Public Function VerbMayStart(ByVal verb As String, ByVal label As String, ByVal needsBook As Boolean) As Boolean
    Dim book As Workbook, reason As String
    Set book = OurBook()
    If book Is Nothing Then
        If needsBook Then MsgBox WhyNoBook(), vbInformation, label
        VerbMayStart = Not needsBook
        Exit Function
    End If
    If needsBook Then reason = FitReason(book, verb)
    VerbMayStart = True
    If reason = "" Then Exit Function
    reason = reason & vbLf & vbLf & Words("anyway")
    VerbMayStart = (MsgBox(reason, vbYesNo + vbQuestion + vbDefaultButton2, label) = vbYes)
End Function

Public Function WhyNoBook() As String
    WhyNoBook = Words("no_book")
    #If Mac Then
    #Else
    If Application.ProtectedViewWindows.Count > 0 Then WhyNoBook = Words("protected_view")
    #End If
End Function

' Run a verb with its answers, a list of 'name': 'value' pairs as QuestionAnswer makes it.
Public Sub RunVerb(ByVal verb As String, ByVal label As String, ByVal answers As String)
    Dim before As ExcelState, failure As String, hasFailed As Boolean
    On Error GoTo Failed
    If ActiveWorkbook Is Nothing Then Workbooks.Add
    before = StateNow()
    Application.StatusBar = Words("running") & " " & label
    RunPythonForButton PythonCall(verb, answers), hasFailed
    If hasFailed Then failure = Words("failed")
Ended:
    PutBack before, failure <> ""
    RefreshRibbon
    If failure <> "" Then MsgBox failure, vbExclamation, label
    Exit Sub
Failed:
    failure = Words("failed") & vbLf & vbLf & Err.Description
    Resume Ended
End Sub

Public Function PythonCall(ByVal verb As String, ByVal answers As String) As String
    PythonCall = "import macros_py.buttons; macros_py.buttons." & verb & "({" & answers & "})"
End Function

Private Function StateNow() As ExcelState
    Dim state As ExcelState
    state.ScreenUpdating = Application.ScreenUpdating
    state.EnableEvents = Application.EnableEvents
    state.DisplayAlerts = Application.DisplayAlerts
    If TypeName(Selection) = "Range" Then Set state.Selected = Selection
    state.Calculation = Application.Calculation
    state.CanCalculate = True
    StateNow = state
End Function

' Each part is put back even if another cannot be. The selection only after a failure: a verb may lead to a cell.
Private Sub PutBack(ByRef before As ExcelState, ByVal hasFailed As Boolean)
    On Error Resume Next
    Application.StatusBar = False
    If Not before.CanCalculate Then Exit Sub
    Application.Calculation = before.Calculation
    Application.EnableEvents = before.EnableEvents
    Application.DisplayAlerts = before.DisplayAlerts
    If hasFailed And Not before.Selected Is Nothing Then
        before.Selected.Worksheet.Activate
        before.Selected.Select
    End If
    Application.ScreenUpdating = before.ScreenUpdating
End Sub
