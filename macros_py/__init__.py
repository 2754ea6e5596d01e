"""Sportulti: the software behind the official evaluation workbook of Hungarian ulti tournaments."""
