"""Our work against that of peers, measured side by side in one run."""
