"""Metrics for Prometheus: imported only with `--metrics`; no other module uses its client library."""
