/**
 * A push service with browsers behind it: accepts posts, checks the sender's signature (VAPID, RFC 8292) and opens the
 * message with the browser's own keys (RFC 8291, RFC 8188), as Firefox or Chrome would.
 */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { PushMessage, PushSubscriptionJson } from "@parley/contract/push";

export type PushReceived = {
  /** The endpoint of the browser it was for. */
  endpoint: string;
  headers: IncomingHttpHeaders;
  /** The length of the message. */
  bytes: number;
  /** The signer, and the signed audience. */
  signedBy: string;
  claims: { aud: string; exp: number; sub: string };
  message: PushMessage;
};

type PushAnswer = { status: number; headers?: Record<string, string> };

export type PushService = {
  origin: string;
  /** A new browser's subscription. */
  browser(): PushSubscriptionJson;
  received: PushReceived[];
  /** Sets the answer from now on, to this browser or to all. */
  answerWith(answer: PushAnswer | ((bytes: number) => PushAnswer), to?: PushSubscriptionJson): void;
  /** The endpoint listens from `start` on. */
  stop(): Promise<void>;
  start(): Promise<void>;
};

type Keys = { ecdh: ReturnType<typeof createECDH>; auth: Buffer };

export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, Keys>();
  const answers = new Map<string, PushAnswer | ((bytes: number) => PushAnswer)>();
  const received: PushReceived[] = [];

  const server = createServer(async (request, response) => {
    const path = request.url ?? "";
    const body = await buffer(request);
    const given = answers.get(path) ?? answers.get("*") ?? { status: 201 };
    const answer = typeof given === "function" ? given(body.length) : given;
    const keys = browsers.get(path);
    if (keys) {
      const { signedBy, claims } = readVapid(request.headers.authorization ?? "");
      const message = JSON.parse(decrypt(body, keys)) as PushMessage;
      const { headers } = request;
      received.push({
        endpoint: service.origin + path,
        headers,
        bytes: body.length,
        signedBy,
        claims,
        message,
      });
    }
    response.writeHead(keys ? answer.status : 404, answer.headers).end();
  });
  let port = 0;
  const service: PushService = {
    origin: "",
    received,
    browser() {
      const ecdh = createECDH("prime256v1");
      ecdh.generateKeys();
      const auth = randomBytes(16);
      const path = `/push/${randomUUID()}`;
      browsers.set(path, { ecdh, auth });
      const keys = { p256dh: ecdh.getPublicKey("base64url"), auth: auth.toString("base64url") };
      return { endpoint: service.origin + path, keys };
    },
    answerWith: (answer, to) => void answers.set(to ? new URL(to.endpoint).pathname : "*", answer),
    async start() {
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
      port = (server.address() as AddressInfo).port;
      service.origin = `http://127.0.0.1:${port}`;
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
  await service.start();
  return service;
}

/** Throws unless the token is signed with the key that comes along. */
function readVapid(authorization: string): Pick<PushReceived, "signedBy" | "claims"> {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [header = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const jwk = { kty: "EC", crv: "P-256", x, y };
  const signer = { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" } as const;
  const valid = verify(
    "sha256",
    Buffer.from(`${header}.${claims}`),
    signer,
    Buffer.from(signature, "base64url"),
  );
  if (!valid) throw new Error("The sender's signature is wrong");
  return { signedBy: key, claims: JSON.parse(Buffer.from(claims, "base64url").toString()) };
}

/** One record: salt, record size, the sender's public key, then the text with its padding and tag (RFC 8188 §2). */
function decrypt(body: Buffer, { ecdh, auth }: Keys): string {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + body.readUInt8(20));
  const record = body.subarray(21 + sender.length);
  if (record.length > body.readUInt32BE(16)) throw new Error("There is more than one record");
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), sender]);
  const shared = Buffer.from(hkdfSync("sha256", ecdh.computeSecret(sender), auth, info, 32));
  const key = hkdfSync("sha256", shared, salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = hkdfSync("sha256", shared, salt, "Content-Encoding: nonce\0", 12);
  const decipher = createDecipheriv("aes-128-gcm", Buffer.from(key), Buffer.from(nonce));
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error("The last record does not end as one");
  return padded.subarray(0, end).toString("utf8");
}
