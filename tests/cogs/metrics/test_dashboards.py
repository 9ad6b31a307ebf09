"""Dashboards and alerts use only metrics that exist."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import yaml

import bot
from cogs.client.telemetry import Outcome
from cogs.metrics.metrics import Metrics

DEPLOY = Path(bot.__file__).parent / "deploy"
RULE = {"alert": str, "expr": str, "for": str, "labels": dict, "annotations": dict}
FROM_PROMETHEUS = {"instance", "job", "le"}


def read(name: str) -> Any:
    return yaml.safe_load((DEPLOY / name).read_text(encoding="utf-8"))


def alerts() -> list[dict[str, Any]]:
    ((group,),) = (read("prometheus/alerts.yml")["groups"],)
    found: list[dict[str, Any]] = group["rules"]
    return found


def dashboard() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((DEPLOY / "grafana/dashboard.json").read_text(encoding="utf-8"))
    return found


def expressions() -> list[str]:
    panels = [target["expr"] for panel in dashboard()["panels"] for target in panel.get("targets", ())]
    return [*panels, *(rule["expr"] for rule in alerts())]


def samples() -> dict[str, set[str]]:
    """The name of every metric of the bot as Prometheus stores it, with its labels."""
    found: dict[str, set[str]] = {"up": set()}
    registry = Metrics().registry
    for family in registry.collect():
        collector = registry._names_to_collectors.get(family.name)
        labels = {*getattr(collector, "_labelnames", ())}
        endings = {"counter": ["_total"], "histogram": ["_bucket", "_sum", "_count"]}.get(family.type, [""])
        found.update({family.name + ending: labels for ending in endings})
    return found


def test_every_metric_and_label_on_the_dashboards_exists() -> None:
    known = samples()
    assert known["arena_interactions_total"] == {"command", "outcome"}
    for expression in expressions():
        bare = re.sub(r'"[^"]*"|\{[^}]*\}|\[[^\]]*\]|\$\w+', "", expression)
        named = set(re.findall(r"\b(?:up|(?:arena|process|python)_\w+)\b", bare))
        assert named and named <= known.keys(), expression
        labels = {*FROM_PROMETHEUS}.union(*(known[name] for name in named))
        used = re.findall(r"by \(([^)]*)\)", expression) + re.findall(r"(\w+)(?==~?\")", expression)
        assert {one for group in used for one in re.split(r", *", group)} <= labels, expression
        assert expression.count("(") == expression.count(")")


def test_every_outcome_on_the_dashboards_exists() -> None:
    named = {one for expression in expressions() for one in re.findall(r'outcome="(\w+)"', expression)}
    assert named and named <= {one.value for one in Outcome}


def test_legends_use_labels_of_their_expression() -> None:
    for panel in dashboard()["panels"]:
        for target in panel.get("targets", ()):
            (grouped,) = re.findall(r"by \(([^)]*)\)", target["expr"])[:1] or [""]
            bare = re.findall(r"\b(arena_\w+|process_\w+)", target["expr"])
            labels = (
                re.split(r", *", grouped) if grouped else {*FROM_PROMETHEUS}.union(*(samples()[one] for one in bare))
            )
            assert {*re.findall(r"\{\{(\w+)\}\}", target["legendFormat"])} <= {*labels}, target


def test_the_dashboards_panels_do_not_overlap() -> None:
    panels = dashboard()["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    covered: set[tuple[int, int]] = set()
    for panel in panels:
        at = panel["gridPos"]
        cells = {(at["x"] + x, at["y"] + y) for x in range(at["w"]) for y in range(at["h"])}
        assert at["x"] + at["w"] <= 24 and not cells & covered, panel["title"]
        covered |= cells
        assert panel["type"] == "row" or panel["description"].endswith(".")


def test_alerts_are_valid_prometheus_rules() -> None:
    rules = alerts()
    assert len({rule["alert"] for rule in rules}) == len(rules) >= 8
    for rule in rules:
        assert all(isinstance(value, RULE[name]) for name, value in rule.items()), rule
        assert {"alert", "expr", "labels", "annotations"} <= rule.keys()
        assert rule["labels"]["severity"] in ("warning", "critical")
        assert re.fullmatch(r"\d+[smh]", rule.get("for", "1m"))
        assert re.search(r"(>|==) [\d.]+$", rule["expr"]), "there is a limit"
