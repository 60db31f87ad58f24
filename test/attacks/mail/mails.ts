/** Mails pushed by webhook: forged, replayed, cut, doubled, and built to take the desk down. */
import { randomBytes } from "node:crypto";
import { becomes, type Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";
import { type Mailbox, mailOf, openMailboxes, push, pushSigned, seconds, signature } from "./mailboxes.ts";

const rows = async ({ desk }: Stage, { channelid }: Mailbox, text: string): Promise<number> =>
  (
    await desk.query("select 1 from message where channel_id = $1 and content like $2", [
      channelid,
      `%${text}%`,
    ])
  ).length;

const newId = () => `mail${randomBytes(8).toString("hex")}`;

export async function forgedMails(stage: Stage, trial: Trial): Promise<void> {
  const { own, theirs } = await openMailboxes(stage);
  const text = `forged mail ${stage.canary}`;
  const body = mailOf(newId(), text);
  const now = seconds();
  const right = signature(theirs.secret, body, now);
  const flipped = right["x-parley-signature"]?.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  const calls: Record<string, [string, Record<string, string>]> = {
    "no signature": [body, { "x-parley-timestamp": String(now) }],
    "no time": [body, { "x-parley-signature": right["x-parley-signature"] ?? "" }],
    "a changed signature": [body, { ...right, "x-parley-signature": flipped ?? "" }],
    "half a signature": [
      body,
      { ...right, "x-parley-signature": right["x-parley-signature"]?.slice(0, 40) ?? "" },
    ],
    "another time than was signed": [body, { ...right, "x-parley-timestamp": String(now + 1) }],
    "a time of six minutes ago": [body, signature(theirs.secret, body, now - 360)],
    "a time in six minutes": [body, signature(theirs.secret, body, now + 360)],
    "another company's secret": [body, signature(own.secret, body, now)],
    "a changed body": [body.replace("forged", "forgad"), right],
    "half a body": [body.slice(0, body.length / 2), right],
    "the body twice": [body + body, right],
    "no body": ["", right],
  };
  for (const [what, [sent, headers]] of Object.entries(calls))
    trial.refused(what, await push(stage, theirs.path, sent, headers), [401]);
  trial.refused("at the attacker's address", await push(stage, own.path, body, right), [401]);
  const found = (await rows(stage, theirs, stage.canary)) + (await rows(stage, own, text));
  trial.note(found === 0 ? null : `${found} messages of forged mails`);
}

export async function replayedMails(stage: Stage, trial: Trial): Promise<void> {
  const { own } = await openMailboxes(stage);
  const text = `replayed mail ${stage.canary}`;
  const body = mailOf(newId(), text);
  const headers = signature(own.secret, body, seconds());
  const answers = await Promise.all(Array.from({ length: 20 }, () => push(stage, own.path, body, headers)));
  for (const { status, text: says } of answers)
    trial.note(status === 200 || status === 503 ? null : `20 times at once → ${status} ${says}`);
  const count = await rows(stage, own, text);
  trial.note(count === 1 ? null : `${count} messages of one mail`);
}

/** Correctly signed mails. Each is received or refused, the desk goes on, and the next mail arrives. */
export async function hostileMails(stage: Stage, trial: Trial): Promise<void> {
  const { own } = await openMailboxes(stage);
  const { pid } = stage.desk;
  const startedAt = performance.now();
  for (const [what, body] of Object.entries(hostile())) {
    const { status, text } = await pushSigned(stage, own, body);
    trial.note(status > 0 && status < 500 ? null : `${what} → ${status} ${text.slice(0, 200)}`);
  }
  const huge = Buffer.alloc(100 * 2 ** 20, "huge\r\n");
  trial.refused("100 MB", await pushSigned(stage, own, huge), [0, 413]);
  const names = await stage.desk.query<{ name: string }>(
    "select f.name from file f join ticket t on t.id = f.ticket_id where t.channel_id = $1",
    [own.channelid],
  );
  const unsafe = names.filter(({ name }) => /[/\\\0]|^\.\.?$/.test(name));
  trial.note(unsafe.length === 0 ? null : `files named ${JSON.stringify(unsafe)}`);
  trial.note(names.some(({ name }) => name === "passwd") ? null : "the file of a path was not kept");
  const text = `after hostile mails ${stage.canary}`;
  await pushSigned(stage, own, mailOf(newId(), text, ["From: Rosa <rosa@jetty.example>"]));
  await becomes(async () => (await rows(stage, own, text)) === 1, 5_000);
  trial.note((await rows(stage, own, text)) === 1 ? null : "the next mail did not arrive");
  trial.note(stage.desk.pid === pid ? null : "the desk is another process");
  trial.measured(`${Math.round(performance.now() - startedAt)} ms in all`);
}

function hostile(): Record<string, string> {
  const parts = (list: string[], subtype = "mixed") => [
    `Content-Type: multipart/${subtype}; boundary="b"`,
    "",
    ...list.flatMap((part) => ["--b", part]),
    "--b--",
  ];
  const mail = (list: string[]) => mailOf(newId(), list.slice(1).join("\r\n"), [list[0] ?? ""]);
  const attached = (name: string, content: string) =>
    `Content-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(content).toString("base64")}`;
  const levels = 5_000;
  const nested = Array.from(
    { length: levels },
    (_, n) => `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`,
  ).join("");
  const many = (count: number) =>
    Array.from({ length: count }, (_, n) => `p${n}@many.example`).join(",\r\n ");
  return {
    "4 000 parts": mail(parts(Array.from({ length: 4_000 }, () => "Content-Type: text/plain\r\n\r\nx"))),
    "5 000 levels": mailOf(newId(), nested.slice(nested.indexOf("\r\n") + 2), [
      'Content-Type: multipart/mixed; boundary="b0"',
    ]),
    "10 000 recipients": mailOf(newId(), "x", [`Cc: ${many(10_000)}`]),
    "a header of 1 MB": mailOf(newId(), "x", [`X-Long: ${"a ".repeat(500_000)}`]),
    "100 000 header lines": mailOf(newId(), "x", Array(100_000).fill("X-Many: a")),
    "100 000 references": mailOf(newId(), "x", [`References: ${"<a@b.example> ".repeat(100_000)}`]),
    "paths as names": mail(
      parts(["../../etc/passwd", "..\\..\\boot.ini", "..", "a\u0000b"].map((name) => attached(name, "x"))),
    ),
    "zip in zip": mail(parts([attached("a.zip", `PK\u0003\u0004${"PK\u0003\u0004".repeat(10_000)}`)])),
    "HTML of a million elements": mailOf(newId(), "<div>".repeat(1_000_000), ["Content-Type: text/html", ""]),
    "an HTML attribute of 5 MB": mailOf(newId(), `<a href="${"a".repeat(5_000_000)}">`, [
      "Content-Type: text/html",
      "",
    ]),
    "winmail.dat with lengths beyond its end": mail(
      parts([attached("winmail.dat", "\u0078\u009f\u003e\u0022")]),
    ),
    "no header": "x",
    "line breaks alone": "\r\n".repeat(20_000),
    "NUL bytes": "\0".repeat(100_000),
  };
}
