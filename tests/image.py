"""Build the production image without Docker, start every service in docker/compose.yml, and play a hand with a bot.

    docker/test-image

It takes several minutes, and needs root: Debian's buildah builds the image and runs its containers without a daemon. If
no registry can be reached, debootstrap makes the base image. Everything runs in separate namespaces, so it doesn't use
the ports of this machine or leave processes behind, and in a folder that is deleted at the end.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import psycopg
import redis
import yaml

from tests.services import Server, find_program, killable_postgres, missing

ROOT = Path(__file__).resolve().parent.parent
DOCKERFILE = ROOT / "docker" / "Dockerfile"
COMPOSE = ROOT / "docker" / "compose.yml"
BOT = ROOT / "core" / "api" / "examples" / "bot.py"
ONE_HAND = {"match-mode": "fixed-hands", "match-target": 1}
IMAGE = "house-rules"
HOST = "rules.example.org"
PROGRAMS = {"buildah": "buildah", "caddy": "caddy", "debootstrap": "debootstrap", "ip": "iproute2"}
"""Programs, and the Debian packages that have them."""
PATIENCE = 180.0
LOG_LINES = 30
CREATE_TOKEN = """
from django.contrib.auth.models import User; from core.api.models import Token
print("SECRET", Token.create_with_secret(User.objects.create(username="robot"), "a bot", ["play"], 1)[1])
"""


class Failure(Exception):
    """Something is wrong with the image or a service."""


def report(text: str) -> None:
    print(time.strftime("%H:%M:%S"), text, flush=True)


def run(*command: str | Path, **options: Any) -> str:
    """Run a command to its end and return its output. Raises Failure if it fails."""
    result = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options
    )
    if result.returncode:
        raise Failure(f"`{' '.join(map(str, command))[:200]}` failed:\n{get_last_lines(result.stdout)}")
    return result.stdout


def get_last_lines(log: str) -> str:
    return "\n".join(log.splitlines()[-LOG_LINES:])


def wait_until(question: Callable[[], bool], describe: Callable[[], str], patience: float = PATIENCE) -> None:
    """Wait until the question is answered with yes. Raises Failure with the description if that takes too long."""
    deadline = time.monotonic() + patience
    while not question():
        if time.monotonic() > deadline:
            raise Failure(f"{describe()}, {patience:.0f} seconds later")
        time.sleep(1)


# The image


@dataclass(frozen=True)
class Buildah:
    """Buildah with its own images and containers in a folder."""

    folder: Path

    @property
    def command(self) -> list[str]:
        return ["buildah", "--root", f"{self.folder}/images", "--runroot", f"{self.folder}/run"]

    def run(self, *arguments: str | Path) -> str:
        return run(*self.command, *arguments).strip()


def build(folder: Path) -> None:
    """Build the image from the Dockerfile."""
    buildah = Buildah(folder)
    base, version, suite = read_base_image()
    try:
        buildah.run("pull", "--quiet", base)
        report(f"{base} is pulled")
    except Failure:
        report(f"{base} can’t be pulled: building a stand-in from Debian’s packages")
        build_base_image(buildah, base, suite)
    report("Downloading the packages")
    download_packages(folder / "packages", version)
    report("Building the image")
    # pip has no index inside: the packages lie on this machine, whose own configuration of pip has brought them.
    (folder / "pip.conf").write_text("[global]\nno-index = true\nfind-links = /packages\n")
    volumes = [f"--volume={folder}/packages:/packages:ro", f"--volume={folder}/pip.conf:/etc/pip.conf:ro"]
    buildah.run("build", "--isolation=chroot", "--pull=never", f"--file={DOCKERFILE}", f"--tag={IMAGE}", *volumes, ROOT)


def read_base_image() -> tuple[str, str, str]:
    """Return the Dockerfile's base image, with its versions of Python and Debian. Raises Failure."""
    bases = set(re.findall(r"^FROM (\S+)", DOCKERFILE.read_text(), re.MULTILINE))
    match = re.fullmatch(r"python:(3\.\d+)-slim-(\w+)", bases.pop())
    if bases or not match:
        raise Failure("The Dockerfile has another base than a single python:3.x-slim-DEBIAN")
    return match[0], match[1], match[2]


def build_base_image(buildah: Buildah, name: str, suite: str) -> None:
    """Build a Debian image with Python, under the name of the official image."""
    container = buildah.run("from", "scratch")
    root = Path(buildah.run("mount", container))
    run("debootstrap", "--variant=minbase", "--include=python3-venv,ca-certificates", suite, root)
    (root / "usr/local/bin/python").symlink_to("/usr/bin/python3")
    buildah.run("umount", container)
    buildah.run("commit", "--quiet", "--rm", container, f"docker.io/library/{name}")


def download_packages(folder: Path, version: str) -> None:
    """Download the production requirements for a version of Python, as pip is configured on this machine."""
    folder.mkdir()
    requirements = folder / "requirements.txt"
    # Without their conditions, which this machine's Python would answer for itself.
    text = (ROOT / "requirements-production.txt").read_text()
    requirements.write_text(re.sub(r" ; .*(?= \\$)", "", text, flags=re.MULTILINE))
    options = ["--require-hashes", "--no-deps", "--only-binary=:all:", f"--python-version={version}"]
    run(sys.executable, "-m", "pip", "download", *options, f"--dest={folder}", "-r", requirements)


# The parts


def read_services() -> dict[str, dict[str, Any]]:
    """Return the services of compose.yml by name, with values for what docker/.env must set. Raises Failure."""
    settings = {"HOST": HOST, "SECRET_KEY": secrets.token_hex(32), "DATABASE_PASSWORD": secrets.token_hex(16)}

    def fill(match: re.Match[str]) -> str:
        name, operator, text = match.groups()
        if operator == "?" and name not in settings:
            raise Failure(f"compose.yml: {text}")
        return settings.get(name, text if operator == "-" else "")

    text = json.dumps(yaml.safe_load(COMPOSE.read_text())["services"])
    services: dict[str, dict[str, Any]] = json.loads(re.sub(r"\$\{(\w+)(?::([-?])([^}]*))?\}", fill, text))
    for name, service in services.items():
        if "build" not in service and name not in STARTERS:
            raise Failure(f"compose.yml: this test can’t start {name}")
    return services


def sort_services(services: dict[str, dict[str, Any]]) -> list[str]:
    """Return the names of the services, each after those that it depends on."""
    return list(
        TopologicalSorter({name: service.get("depends_on", ()) for name, service in services.items()}).static_order()
    )


@dataclass
class Deployment:
    """The running services, each a process with a log."""

    folder: Path
    services: dict[str, dict[str, Any]]
    stack: ExitStack
    servers: dict[str, Server] = field(default_factory=dict)

    def start(self, name: str) -> None:
        """Start a service as often as compose.yml says, and wait until it's healthy or, if it runs once, has ended."""
        if name in STARTERS:
            STARTERS[name](self)
            return
        service = self.services[name]
        command = service.get("command") or self.read_default_command()
        for number in range(1, service.get("deploy", {}).get("replicas", 1) + 1):
            part = f"{name}-{number}"
            Buildah(self.folder).run("from", "--pull-never", "--name", part, IMAGE)
            self.add(part, self.build_command(part, *command))
            if service["restart"] == "no":
                self.wait_for_end(part)
            elif "healthcheck" in service:
                self.wait_for_health(part, service["healthcheck"]["test"][1:])

    def add(self, part: str, command: list[str | Path], answers: Callable[[], object] = bool) -> None:
        """Start a process and wait until it responds."""
        folder = self.folder / part
        folder.mkdir()
        self.servers[part] = Server(folder, command, answers)

    def build_command(self, part: str, *command: str) -> list[str | Path]:
        """Return the command that runs another one in a service's container."""
        settings = [f"--env={name}={value}" for name, value in self.get_service(part)["environment"].items()]
        options = ["--isolation=chroot", f"--hostname={part}", *settings]
        return [*Buildah(self.folder).command, "run", *options, part, "--", *command]

    def read_default_command(self) -> list[str]:
        inspected = Buildah(self.folder).run("inspect", "--type=image", IMAGE)
        command: list[str] = json.loads(inspected)["OCIv1"]["config"]["Cmd"]
        return command

    def get_service(self, part: str) -> dict[str, Any]:
        return self.services[part.rpartition("-")[0] or part]

    def wait_for_end(self, part: str) -> None:
        """Wait until a service ends by itself. Raises Failure if it fails."""
        server = self.servers.pop(part)
        if server.process.wait(PATIENCE):
            raise Failure(f"{part} failed:\n{get_last_lines(server.log.read_text())}")

    def wait_for_health(self, part: str, command: list[str]) -> None:
        """Wait until a command succeeds in a service's container. Raises Failure if it doesn't."""

        def is_well() -> bool:
            self.check()
            check = self.build_command(part, *command)
            return subprocess.run(check, capture_output=True, check=False).returncode == 0

        wait_until(is_well, lambda: f"{part} is not well:\n{self.read_log(part)}")

    def check(self) -> None:
        """Raise Failure if a service has stopped."""
        for part, server in self.servers.items():
            if server.process.poll() is not None:
                raise Failure(f"{part} ended with {server.process.returncode}:\n{self.read_log(part)}")

    def read_log(self, part: str) -> str:
        return get_last_lines(self.servers[part].log.read_text())

    def run(self, part: str, *command: str) -> str:
        """Run a command in a part's container and return its output. Raises Failure if it fails."""
        return run(*self.build_command(part, *command))

    def stop(self) -> None:
        """Stop all services, the last one first. Raises Failure if one takes longer than compose.yml allows."""
        for part, server in reversed(self.servers.items()):
            grace = float(self.get_service(part).get("stop_grace_period", "10s").rstrip("s"))
            os.kill(find_main_process(server.process.pid), signal.SIGTERM)
            try:
                server.process.wait(grace)
            except subprocess.TimeoutExpired:
                raise Failure(f"{part} did not stop within {grace:.0f} seconds:\n{self.read_log(part)}") from None

    def kill(self) -> None:
        for server in self.servers.values():
            server.kill()


def find_main_process(pid: int) -> int:
    """Return a container's main process. Signals to buildah's processes above it would kill it immediately."""
    while Path(f"/proc/{pid}/cmdline").read_bytes().startswith(b"buildah"):
        children = [path.read_text() for path in Path(f"/proc/{pid}/task").glob("*/children")]
        pid = int("".join(children).split()[0])
    return pid


def start_postgres(deployment: Deployment) -> None:
    """Start Debian's PostgreSQL, which accepts any password."""
    server, url = deployment.stack.enter_context(killable_postgres(port=5432))
    deployment.servers["postgres"] = server
    name = deployment.services["postgres"]["environment"]["POSTGRES_DB"]
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")


def start_redis(deployment: Deployment) -> None:
    """Start Debian's Redis with the command of compose.yml."""
    deployment.add("redis", deployment.services["redis"]["command"], lambda: redis.Redis().ping())


def start_proxy(deployment: Deployment) -> None:
    """Start Debian's Caddy with the Caddyfile, without TLS, because a certificate needs a public name."""
    environment = [f"HOST=http://{HOST}", f"XDG_DATA_HOME={deployment.folder}", f"XDG_CONFIG_HOME={deployment.folder}"]
    command = ["caddy", "run", "--config", ROOT / "docker" / "Caddyfile", "--adapter", "caddyfile"]
    deployment.add("proxy", ["env", *environment, *command])


STARTERS = {"postgres": start_postgres, "redis": start_redis, "proxy": start_proxy}
"""Services with an image of somebody else's, for which Debian's packages stand in."""


def play(folder: Path) -> None:
    """Start every service, check its health, and play a hand."""
    services = read_services()
    prepare_network(folder, [HOST, *services])
    with ExitStack() as stack:
        deployment = Deployment(folder, services, stack)
        try:
            for name in sort_services(services):
                report(f"Starting {name}")
                deployment.start(name)
            check_readiness(deployment)
            check_workers(deployment)
            play_hand(deployment)
            report("Stopping every part")
            deployment.stop()
        finally:
            deployment.kill()


def prepare_network(folder: Path, names: list[str]) -> None:
    """Make all names point to this machine, for the processes of this test."""
    run("ip", "link", "set", "lo", "up")
    hosts = folder / "hosts"
    hosts.write_text(f"127.0.0.1 localhost {' '.join(names)}\n")
    run("mount", "--bind", hosts, "/etc/hosts")


def check_readiness(deployment: Deployment) -> None:
    """Wait until the site reports, through the proxy, that everything works."""
    answer = ""

    def is_ready() -> bool:
        nonlocal answer
        deployment.check()
        try:
            with urllib.request.urlopen(f"http://{HOST}/health/ready", timeout=10) as response:
                answer = response.read().decode()
                return True
        except urllib.error.HTTPError as error:
            answer = error.read().decode()
        except OSError as error:
            answer = str(error)
        return False

    wait_until(is_ready, lambda: f"/health/ready says {answer}")
    report(f"/health/ready says {answer}")


def check_workers(deployment: Deployment) -> None:
    """Check that each worker of compose.yml serves its queue."""
    workers = {
        part: command[command.index("--queues") + 1]
        for part in deployment.servers
        if "--queues" in (command := deployment.get_service(part).get("command", ()))
    }
    inspect = ["celery", "--quiet", "--skip-checks", "--app", "core", "inspect", "active_queues", "--json"]
    queues_by_worker = json.loads(deployment.run("web-1", *inspect))
    queues = {name.partition("@")[2]: queues[0]["name"] for name, queues in queues_by_worker.items()}
    if queues != workers:
        raise Failure(f"Workers should serve {workers}, but serve {queues}")
    report(f"Workers serve {queues}")


def play_hand(deployment: Deployment) -> None:
    """Have the bot from the API documentation play a hand against a bot of the site, through the proxy."""
    token = deployment.run("web-1", "python", "manage.py", "shell", "-c", CREATE_TOKEN).split("SECRET ")[1].strip()
    report(run(sys.executable, BOT, f"http://{HOST}", token, json.dumps(ONE_HAND), timeout=PATIENCE).strip())
    deployment.check()


# From outside


def main() -> int:
    needed = missing() + [package for program, package in PROGRAMS.items() if not find_program(program)]
    if os.geteuid() or needed:
        print("docker/test-image needs root, and on Debian:", f"apt-get install {' '.join(needed)}")
        return 2
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    signal.signal(signal.SIGHUP, lambda *_: sys.exit(129))
    folder = Path(tempfile.mkdtemp(prefix="house-image-", dir="/var/tmp"))
    folder.chmod(0o755)  # PostgreSQL, which lies in it, runs as a user of its own
    try:
        return run_alone("build", folder) or run_alone("play", folder, "--net")
    except KeyboardInterrupt:
        report("Interrupted")
        return 130
    finally:
        remove(folder)


def run_alone(step: str, folder: Path, *namespaces: str) -> int:
    """Run a step in namespaces that end with it, along with everything in them, and return its exit code."""
    command = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", *namespaces]
    command += [sys.executable, "-m", "tests.image", step, str(folder)]
    environment = {**os.environ, "TMPDIR": str(folder)}
    return subprocess.run(command, cwd=ROOT, env=environment, start_new_session=True, check=False).returncode


def remove(folder: Path) -> None:
    """Delete a folder, which the last processes may still be using."""
    for _ in range(50):
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            return
        time.sleep(0.1)
    print(f"{folder} could not be removed")


def run_step(step: str, folder: Path) -> int:
    try:
        {"build": build, "play": play}[step](folder)
    except (Failure, RuntimeError, subprocess.TimeoutExpired) as failure:
        report(f"FAILED: {failure}")
        return 1
    if step == "play":
        report("The image works")
    return 0


if __name__ == "__main__":
    sys.exit(run_step(sys.argv[1], Path(sys.argv[2])) if len(sys.argv) > 1 else main())
