"""Fresh files, written by XlsxWriter: the workbook and the official record."""
