"""Two lists compared by one join in Polars: a row for each player of whom something differs, with every field before and after.

usage: peer_diff_polars.py BEFORE.parquet AFTER.parquet OUT.csv
"""
import sys

import polars as pl

FIELDS = ["name", "title", "women_title", "other_titles", "federation", "sex", "birth_year", "rating", "k", "flag"]

before, after, out = sys.argv[1:]
a = pl.scan_parquet(before).select("fide_id", *FIELDS)
b = pl.scan_parquet(after).select("fide_id", "games", *FIELDS)
differs = pl.any_horizontal(pl.col(field).ne_missing(pl.col(f"{field}_after")) for field in FIELDS)
joined = a.join(b, on="fide_id", how="full", coalesce=True, suffix="_after").filter(differs)
joined.with_columns(change=pl.col("rating_after") - pl.col("rating")).sort("fide_id").collect().write_csv(out)
