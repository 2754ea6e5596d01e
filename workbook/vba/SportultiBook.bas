Attribute VB_Name = "SportultiBook"
Option Explicit
' What a workbook of ours says of itself: found by its names, read without Python.

Private Const LAYOUT_NAME As String = "elrendezes"
Private Const NEXT_STEP_NAME As String = "kezdolap_teendo"
Private Const VERB_IDS_NAME As String = "muveletek_nevei"
Private Const VERB_REASONS_NAME As String = "muveletek_most"
Private Const ARROW As Long = 8594
Private Const SETTINGS As String = "Sportulti"

' The active workbook if it is one of ours, otherwise Nothing.
Public Function OurBook() As Workbook
    If ActiveWorkbook Is Nothing Then Exit Function
    If IsOurs(ActiveWorkbook) Then Set OurBook = ActiveWorkbook
End Function

Public Function IsOurs(ByVal book As Workbook) As Boolean
    IsOurs = HasName(book, LAYOUT_NAME)
End Function

Public Function HasName(ByVal book As Workbook, ByVal wanted As String) As Boolean
    Dim found As Name
    On Error Resume Next
    Set found = book.Names(wanted)
    HasName = Not found Is Nothing
End Function

' The cells behind a name; Nothing if the workbook has no such name, or it leads nowhere.
Public Function NamedRange(ByVal book As Workbook, ByVal wanted As String) As Range
    On Error Resume Next
    Set NamedRange = book.Names(wanted).RefersToRange
End Function

' The next step in one sentence; blank if the workbook does not tell.
Public Function NextStep(ByVal book As Workbook) As String
    Dim cells As Range
    Set cells = NamedRange(book, NEXT_STEP_NAME)
    If Not cells Is Nothing Then NextStep = TextOf(cells.Cells(1, 1))
End Function

' Why a verb does not fit now; blank if it does, or if the workbook does not tell.
Public Function FitReason(ByVal book As Workbook, ByVal verb As String) As String
    Dim ids As Range, reasons As Range, row As Long, reason As String
    Set ids = NamedRange(book, VERB_IDS_NAME)
    Set reasons = NamedRange(book, VERB_REASONS_NAME)
    If ids Is Nothing Or reasons Is Nothing Then Exit Function
    For row = 1 To ids.Rows.Count
        If TextOf(ids.Cells(row, 1)) = verb Then
            reason = TextOf(reasons.Cells(row, 1))
            If Left$(reason, 1) <> ChrW(ARROW) Then FitReason = reason
            Exit Function
        End If
    Next row
End Function

Public Sub ShowStart(ByVal book As Workbook)
    Dim cells As Range
    Set cells = NamedRange(book, NEXT_STEP_NAME)
    If cells Is Nothing Then Exit Sub
    cells.Worksheet.Activate
    cells.Cells(1, 1).Select
End Sub

' The text in the active cell; blank if there is none.
Public Function ActiveText() As String
    If Not ActiveCell Is Nothing Then ActiveText = TextOf(ActiveCell)
End Function

' What stands in the active row of a table under a heading; blank if the active cell is in no such table.
Public Function CellUnder(ByVal heading As String) As String
    Dim table As ListObject, found As Range
    If ActiveCell Is Nothing Then Exit Function
    Set table = ActiveCell.ListObject
    If table Is Nothing Then Exit Function
    On Error Resume Next
    Set found = Application.Intersect(table.ListColumns(heading).DataBodyRange, ActiveCell.EntireRow)
    On Error GoTo 0
    If Not found Is Nothing Then CellUnder = TextOf(found.Cells(1, 1))
End Function

' The sheet in front, if its rows are rulings or substitutions; blank on any other.
Public Function ActiveSheetOfDecisions() As String
    Dim table As ListObject
    Set table = ActiveTable()
    If table Is Nothing Then Exit Function
    If table.Name = "tDontesek" Or table.Name = "tCserek" Then ActiveSheetOfDecisions = table.Parent.Name
End Function

' The number of the active row in its table, from 1; blank if the active cell is in none.
Public Function ActiveRow() As String
    Dim table As ListObject
    Set table = ActiveTable()
    If table Is Nothing Then Exit Function
    If ActiveCell.row > table.HeaderRowRange.row Then ActiveRow = CStr(ActiveCell.row - table.HeaderRowRange.row)
End Function

' The heading above the active cell; blank if that is in no table.
Public Function ActiveHeading() As String
    Dim table As ListObject
    Set table = ActiveTable()
    If table Is Nothing Then Exit Function
    ActiveHeading = TextOf(table.HeaderRowRange.Cells(1, ActiveCell.Column - table.HeaderRowRange.Column + 1))
End Function

Private Function ActiveTable() As ListObject
    If Not ActiveCell Is Nothing Then Set ActiveTable = ActiveCell.ListObject
End Function

Public Function TextOf(ByVal cell As Range) As String
    If Not IsError(cell.Value) Then TextOf = Trim$(CStr(cell.Value))
End Function

' AutoComplete offers an earlier, longer entry: typing U would become U-K. The setting is Excel's own and outlives
' it, so what we switched off is remembered outside Excel, and put back at the next start at the latest.
Public Sub SwitchAutoCompleteOff()
    If Not Application.EnableAutoComplete Then Exit Sub
    SaveSetting SETTINGS, "Excel", "AutoComplete", "off"
    Application.EnableAutoComplete = False
End Sub

Public Sub PutAutoCompleteBack()
    If GetSetting(SETTINGS, "Excel", "AutoComplete", "") <> "off" Then Exit Sub
    Application.EnableAutoComplete = True
    SaveSetting SETTINGS, "Excel", "AutoComplete", "on"
End Sub
