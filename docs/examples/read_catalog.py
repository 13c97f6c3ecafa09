"""Reads a catalog with Python's own sqlite3: python3 read_catalog.py data.db

Prints, for each dataset, its instances, the share of label 1, and the mean of one feature per label (after `analyze features`).
"""
import sqlite3
import sys

catalog = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
for name, instances, share in catalog.execute(
        "SELECT dataset.name, count(*), avg(label) FROM instance JOIN dataset ON dataset.id = instance.dataset GROUP BY dataset.id ORDER BY dataset.name"):
    print(f"{name}: {instances} instances, {share:.3f} of them with label 1")
for name, label, mean in catalog.execute(
        "SELECT dataset.name, label, avg(mean_clause_length) FROM sat_features JOIN instance USING (dataset, idx) JOIN dataset ON dataset.id = instance.dataset "
        "GROUP BY dataset.id, label ORDER BY dataset.name, label"):
    print(f"{name}: mean clause length {mean:.3f} where the label is {label}")
