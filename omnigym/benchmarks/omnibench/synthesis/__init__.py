"""The pipeline that makes OmniBench's data (OmniBench, Figure 2)."""
