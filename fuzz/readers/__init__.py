"""The fuzzers, one file for each way in; a new file here is found by itself."""
