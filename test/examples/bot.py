"""The bot of examples/bot once more, in Python and with its standard library alone."""

import base64
import hashlib
import hmac
import json
import os
import re
import secrets
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PARLEY_URL = os.environ["PARLEY_URL"]
PARLEY_TOKEN = os.environ["PARLEY_TOKEN"]
MAX_BODY_BYTES = 2_000_000
TOLERANCE_SECONDS = 300

KEY = secrets.token_bytes(32)
GREETING = {"type": "message", "text": "Hello! Ask me about boots, or for a human."}
BUTTON = {"text": "Ask a human", "postback_id": "human"}
BOOTS = {
    "type": "rich_message",
    "template_id": "cards",
    "elements": [{"title": "Hiking boots", "buttons": [BUTTON]}],
}


def call(path, body, key=None):
    headers = {"Authorization": f"Bearer {PARLEY_TOKEN}", "Content-Type": "application/json"}
    if key is not None:
        headers["Idempotency-Key"] = key
    request = urllib.request.Request(f"{PARLEY_URL}/{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=10) as response:
        return json.load(response)


def configure(action, payload):
    return call(f"configuration/v0.5/agents/{action}", payload)


def act(action, payload, key):
    return call(f"agent/v0.4/action/{action}", {"author_id": bot_id, "payload": payload}, key)


def say(chat_id, event, key):
    act("send_event", {"chat_id": chat_id, "event": event}, key)


def hand_over(chat_id, key):
    say(chat_id, {"type": "message", "text": "A colleague takes over."}, key)
    act("remove_from_chat", {"chat_id": chat_id}, f"{key}-leave")


def opening(chat):
    """What the customer wrote first is in the thread. The bot answers it once."""
    customers = [user["id"] for user in chat["users"] if user["type"] == "customer"]
    events = chat["thread"].get("events", [])
    if any(event.get("author_id") == bot_id for event in events):
        return {}
    written = [event for event in events if event.get("author_id") in customers]
    return written[-1] if written else {}


def answer(chat_id, event, key, otherwise=None):
    text = event.get("text", "")
    if re.search(r"\bhuman\b", text, re.IGNORECASE):
        hand_over(chat_id, key)
    elif re.search(r"\bboots\b", text, re.IGNORECASE):
        say(chat_id, BOOTS, key)
    elif otherwise is not None:
        say(chat_id, otherwise, key)


def react(action, data, key):
    if action == "incoming_chat_thread":
        answer(data["chat"]["id"], opening(data["chat"]), key, GREETING)
    elif action == "incoming_event":
        answer(data["chat_id"], data["event"], key)
    elif action == "incoming_rich_message_postback" and data["postback"]["toggled"]:
        hand_over(data["chat_id"], key)


def is_signed(headers, body):
    """Standard Webhooks: HMAC-SHA-256 of id, time and body; the header may name several signatures."""
    message_id, sent_at = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(sent_at)) > TOLERANCE_SECONDS:
        return False
    signed = hmac.new(KEY, f"{message_id}.{sent_at}.".encode() + body, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(signed).decode()
    return any(hmac.compare_digest(expected, given) for given in headers["webhook-signature"].split())


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        length = int(self.headers["content-length"])
        body = self.rfile.read(min(length, MAX_BODY_BYTES))
        if length <= MAX_BODY_BYTES and is_signed(self.headers, body):
            delivery = json.loads(body)
            react(delivery["action"], delivery["data"], self.headers["webhook-id"])
            self.send_response(204)
        else:
            self.send_response(401)
            self.close_connection = True
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
groups = [{"id": 0, "priority": "first"}]
bot = {"name": "Boots", "status": "offline", "groups": groups}
bot_id = configure("create_bot_agent", bot)["bot_agent_id"]
own = {"chat_member_ids": {"agents": [bot_id]}}
actions = [
    {"name": "incoming_chat_thread", "filters": own},
    {"name": "incoming_event", "filters": {**own, "author_type": "customer"}},
    {"name": "incoming_rich_message_postback", "filters": own},
]
webhooks = {
    "url": f"http://127.0.0.1:{server.server_port}/",
    "secret_key": "whsec_" + base64.b64encode(KEY).decode(),
    "actions": actions,
}
configure("update_bot_agent", {"id": bot_id, "status": "accepting chats", "webhooks": webhooks})
print(f"Boots answers as {bot_id}", flush=True)
server.serve_forever()
