"""The services of `deploy/compose.yaml` match Compose's schema, the bot and each other."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import yaml

import bot

DEPLOY = Path(bot.__file__).parent / "deploy"
SERVICE = {
    "image": str,
    "build": dict,
    "command": list,
    "environment": dict,
    "restart": str,
    "depends_on": dict,
    "healthcheck": dict,
    "volumes": list,
    "ports": list,
}
"""The part of Compose's schema that is used here, with the type of each key."""
HEALTHCHECK = {"test": list, "interval": str, "timeout": str, "start_period": str, "retries": int}


def read(name: str) -> Any:
    return yaml.safe_load((DEPLOY / name).read_text(encoding="utf-8"))


def compose() -> dict[str, Any]:
    found: dict[str, Any] = read("compose.yaml")
    return found


def test_prometheus_scrapes_every_bot_at_its_address() -> None:
    bots = {name: one for name, one in compose()["services"].items() if name.startswith("bot-")}
    ports = {name: bot.arguments([*map(str, one["command"])]).metrics for name, one in bots.items()}
    (job,) = read("prometheus/prometheus.yml")["scrape_configs"]
    assert job["static_configs"] == [{"targets": [f"{name}:{port}" for name, (_, port) in ports.items()]}]
    assert {host for host, _ in ports.values()} == {"0.0.0.0"}
    assert read("prometheus/prometheus.yml")["rule_files"] == ["alerts.yml"]
    for name, (_, port) in ports.items():
        assert f":{port}/healthz" in bots[name]["healthcheck"]["test"][-1]


def test_services_match_the_schema_and_each_other() -> None:
    file = compose()
    assert file.keys() == {"name", "services", "volumes"}
    declared, mounted = set(file["volumes"]), set()
    for name, service in file["services"].items():
        assert all(isinstance(value, SERVICE[key]) for key, value in service.items()), name
        assert all(isinstance(value, HEALTHCHECK[key]) for key, value in service.get("healthcheck", {}).items()), name
        tag = service["image"].partition(":")[2]
        assert tag and tag != "latest", f"{name} has a version of its own"
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            if source.startswith("./"):
                assert (DEPLOY / source).exists(), volume
            else:
                mounted.add(source)
        for other, how in service.get("depends_on", {}).items():
            assert how == {"condition": "service_healthy"} and "healthcheck" in file["services"][other]
        assert all(port.startswith("127.0.0.1:") for port in service.get("ports", ())), "no port is open to the public"
    assert mounted == declared


def test_two_bots_share_the_shards_and_the_database() -> None:
    bots = [one for name, one in compose()["services"].items() if name.startswith("bot-")]
    assert len(bots) == 2
    assert [one["command"][:2] for one in bots] == [["--shards", "0-1/4"], ["--shards", "2-3/4"]]
    (environment,) = {json.dumps(one["environment"], sort_keys=True) for one in bots}
    assert json.loads(environment)["ARENA_DB"].startswith("postgresql://")
    for one in bots:
        dockerfile = (DEPLOY / one["build"]["context"] / "Dockerfile").read_text(encoding="utf-8")
        assert one["build"]["args"].keys() == {"REQUIREMENTS"} and "\nARG REQUIREMENTS=" in dockerfile
        assert (DEPLOY / one["build"]["context"] / one["build"]["args"]["REQUIREMENTS"]).is_file()


def test_grafana_finds_its_data_source_and_dashboard() -> None:
    folder = "grafana/provisioning"
    (source,) = read(f"{folder}/datasources/prometheus.yaml")["datasources"]
    assert source["type"] == "prometheus" and source["url"] == "http://prometheus:9090"
    (provider,) = read(f"{folder}/dashboards/arena-post.yaml")["providers"]
    volumes = compose()["services"]["grafana"]["volumes"]
    assert f"./grafana/dashboard.json:{provider['options']['path']}/arena-post.json:ro" in volumes


def test_docker_compose_accepts_the_file_if_installed() -> None:
    """Without the plugin, only the schema above is checked."""
    try:
        subprocess.run(["docker", "compose", "version"], check=True, capture_output=True, timeout=20)
    except (OSError, subprocess.SubprocessError):
        return
    given = {"DISCORD_TOKEN": "token", "POSTGRES_PASSWORD": "secret", "GRAFANA_PASSWORD": "secret"}
    command = ["docker", "compose", "--file", str(DEPLOY / "compose.yaml"), "config", "--format", "json"]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60, env={**os.environ, **given})
    assert done.returncode == 0, done.stderr
    services = json.loads(done.stdout)["services"]
    assert {name: one["image"] for name, one in services.items()} == {
        name: one["image"] for name, one in compose()["services"].items()
    }
