"""Spreadsheets: cells, formulas, .xlsx, .csv and PDF, as plain values and bytes, no I/O."""

from omnigym.documents.sheets.calculation import Calculation, calculate, recalculate
from omnigym.documents.sheets.model import Cell, Sheet, Style, Workbook
from omnigym.documents.sheets.printing import to_pdf
from omnigym.documents.sheets.tables import read_csv, to_csv
from omnigym.documents.sheets.xlsx_read import read_xlsx
from omnigym.documents.sheets.xlsx_write import write_xlsx

__all__ = [
    "Calculation",
    "Cell",
    "Sheet",
    "Style",
    "Workbook",
    "calculate",
    "read_csv",
    "read_xlsx",
    "recalculate",
    "to_csv",
    "to_pdf",
    "write_xlsx",
]
