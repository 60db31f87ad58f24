/** The records that a domain publishes, asked of a name server of this machine (RFC 1035 §4). */
import { createSocket, type Socket } from "node:dgram";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { domainOf, readDomain } from "./dns.ts";

let socket: Socket;
let zone: Record<string, string[]>;
/** Names that get no answer. */
let silent: string[];

beforeAll(async () => {
  socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    const name = nameIn(query);
    if (!silent.includes(name)) socket.send(answerTo(query, zone[name] ?? null), port, address);
  });
  await new Promise<void>((bound) => socket.bind(0, "127.0.0.1", bound));
});
afterAll(() => socket.close());
beforeEach(() => {
  zone = {};
  silent = [];
});

const header = 12;

function nameIn(query: Buffer): string {
  const labels: string[] = [];
  for (let at = header; query[at]; at += 1 + (query[at] ?? 0))
    labels.push(query.toString("latin1", at + 1, at + 1 + (query[at] ?? 0)));
  return labels.join(".").toLowerCase();
}

/** Null: the name does not exist. */
function answerTo(query: Buffer, texts: string[] | null): Buffer {
  const end = query.indexOf(0, header) + 5;
  const head = Buffer.from(query.subarray(0, header));
  head.writeUInt16BE(texts ? 0x8580 : 0x8583, 2);
  head.writeUInt16BE(texts?.length ?? 0, 6);
  head.fill(0, 8);
  const records = (texts ?? []).map((text) => {
    const parts = text.match(/.{1,255}/g) ?? [""];
    const data = Buffer.concat(parts.map((part) => Buffer.from([part.length, ...Buffer.from(part)])));
    const fixed = Buffer.from([0xc0, header, 0, 16, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 255]);
    return Buffer.concat([fixed, data]);
  });
  return Buffer.concat([head, query.subarray(header, end), ...records]);
}

const read = (domain = "help.harbour.test", selector: string | null = "s1") =>
  readDomain(
    { channelSettings: { DNS_SERVER: [`127.0.0.1:${(socket.address() as { port: number }).port}`] } },
    domain,
    selector,
  );

test("all three records of a domain are found, with the key in parts and the policy of the parent domain", async () => {
  zone = {
    "help.harbour.test": ["other=1", "v=spf1 include:_spf.mail.test -all"],
    "s1._domainkey.help.harbour.test": [`v=DKIM1; k=rsa; p=${"A".repeat(400)}`],
    "_dmarc.harbour.test": ["v=DMARC1; p=none"],
  };
  expect(await read()).toMatchObject({ domain: "help.harbour.test", spf: true, dkim: true, dmarc: true });
});

test("missing, doubled and revoked records are reported", async () => {
  expect(await read()).toMatchObject({ spf: false, dkim: false, dmarc: false });
  zone = {
    "help.harbour.test": ["v=spf1 -all", "v=spf1 +all"],
    "s1._domainkey.help.harbour.test": ["v=DKIM1; p="],
    "_dmarc.help.harbour.test": ["v=spf1 -all"],
  };
  expect(await read()).toMatchObject({ spf: false, dkim: false, dmarc: false });
});

test("a name server without an answer, and a key that is not named, lead to no finding", async () => {
  silent = ["help.harbour.test", "_dmarc.help.harbour.test"];
  expect(await read("help.harbour.test", null)).toMatchObject({ spf: null, dkim: null, dmarc: null });
});

test("the domain of an address is what stands behind its last @", () => {
  expect(domainOf('"a@b"@Harbour.Test')).toBe("harbour.test");
});
