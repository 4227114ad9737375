"""A bot that takes a seat and plays a match. It needs Python and a token with the scope “play”.

python bot.py https://house.example TOKEN [house rules as JSON]
"""

import json
import random
import sys
import uuid
from urllib.error import HTTPError
from urllib.request import Request, urlopen

site, token = sys.argv[1:3]
options = json.loads(sys.argv[3]) if len(sys.argv) > 3 else {}
headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}


def send_request(path, body=None, **more):
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(f"{site}{path}", data, {**headers, **more})) as answer:
        return json.load(answer)


game = send_request("/api/v1/games/")["results"][0]["slug"]
table = send_request(
    "/api/v1/tables/", {"game": game, "seating": ["me", "steady"], "options": options, "pace": "at-once"}
)
home = f"/api/v1/tables/{table['code']}/"
with urlopen(Request(f"{site}{table['live']}", headers=headers)) as stream:
    for line in stream:  # a line "data: 12" whenever the table has a new version
        if not line.startswith(b"data:"):
            continue
        table = send_request(home)
        while table["your_turn"] and table["status"] == "playing":
            question = {"position": table["position"], "seat": table["seat"]}
            actions = send_request(f"/api/v1/games/{game}/oracle/legal/", question)["actions"]
            move = random.choice([move for action in actions for move in action["moves"]])
            play = {"move": move, "version": table["version"]}
            try:
                table = send_request(f"{home}moves/", play, **{"Idempotency-Key": uuid.uuid4().hex})["table"]
            except HTTPError as refused:
                if refused.code != 409:  # another seat moved first: look again
                    raise
                table = send_request(home)
        if table["between"]:
            table = send_request(f"{home}deal/", {"version": table["version"]})
        if table["status"] == "over":
            break
print(f"{table['result']['sentence']} Seats that won the match: {table['winners']}")
