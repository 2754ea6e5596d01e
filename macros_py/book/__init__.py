"""The workbook as named tables: one port, several adapters."""
