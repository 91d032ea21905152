# Receives webhooks: checks the signature, answers at once, then works.
import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

secret = base64.b64decode(
    os.environ["EVERTOLD_WEBHOOK_SECRET"].removeprefix("whsec_")
)
# An event can come twice, with the same id. Keep the ids in your database.
handled = set()


def is_signed(headers, body):
    seconds = headers.get("webhook-timestamp", "")
    if not seconds.isdigit() or abs(time.time() - int(seconds)) > 300:
        return False
    signed = f"{headers['webhook-id']}.{seconds}.".encode() + body
    wanted = base64.b64encode(
        hmac.new(secret, signed, hashlib.sha256).digest()
    ).decode()
    # After a change of the secret there are two signatures for a day.
    return any(
        hmac.compare_digest(each, "v1," + wanted)
        for each in headers.get("webhook-signature", "").split(" ")
    )


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        signed = is_signed(self.headers, body)
        self.send_response(204 if signed else 401)
        self.end_headers()
        event_id = self.headers["webhook-id"]
        if not signed or event_id in handled:
            return
        handled.add(event_id)
        event = json.loads(body)
        print(event["type"], event["number"], event["data"], flush=True)

    def log_message(self, *_):
        pass


address = ("127.0.0.1", int(os.environ["PORT"]))
ThreadingHTTPServer(address, Receiver).serve_forever()
