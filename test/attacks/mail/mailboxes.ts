/** Mailboxes of both sides that get mail by webhook. Their mail servers are never called. */
import { createHash, createHmac, randomBytes, randomUUID } from "node:crypto";
import { inCompany } from "../../../server/src/floor/database/scope.ts";
import type { Stage } from "../stage.ts";
import type { Answer, Sent } from "../visitor.ts";

export type Mailbox = { channelid: string; path: string; secret: string };
export type Mailboxes = { own: Mailbox; theirs: Mailbox };

export async function openMailboxes(stage: Stage): Promise<Mailboxes> {
  const { harbour, northwind, planted } = stage.house;
  return {
    own: await open(stage, harbour.companyId, planted.departments.bookings.id),
    theirs: await open(stage, northwind.companyId, planted.departments.general.id),
  };
}

/** A mailbox of another company of the attacker's. */
export async function openAccomplice(stage: Stage): Promise<Mailbox> {
  const company = randomUUID();
  const department = randomUUID();
  await stage.desk.query("insert into company (company_id, name) values ($1, 'Accomplice')", [company]);
  await stage.desk.query("insert into department (company_id, id, name) values ($1, $2, 'General')", [
    company,
    department,
  ]);
  return open(stage, company, department);
}

/** `authservId`: the name under which its server writes its verdict about a sender. */
export function openMailbox(stage: Stage, authservId: string): Promise<Mailbox> {
  const { harbour, planted } = stage.house;
  return open(stage, harbour.companyId, planted.departments.bookings.id, { authservId });
}

async function open(
  stage: Stage,
  companyId: string,
  department_id: string,
  options: { authservId?: string } = {},
): Promise<Mailbox> {
  const secret = `mws_${randomBytes(20).toString("hex")}`;
  const address = `desk${randomBytes(6).toString("hex")}@desk.example`;
  const smtp = { host: "127.0.0.1", port: 9, secure: false, user: address, password: "none" };
  const credentials = JSON.stringify({ imap: null, smtp, webhookSecret: secret });
  const { id } = await inCompany(stage.inside, { kind: "desk", companyId }, ({ db, now }) =>
    db
      .insertInto("channel")
      .values({
        ...{ company_id: companyId, platform: "email", external_id: address, username: address },
        ...{ name: "Mailbox", department_id, created_on: now, options: JSON.stringify(options) },
        next_check_on: new Date(now.getTime() + 24 * 3_600_000),
        credentials: stage.inside.secrets.seal(credentials),
        webhook_secret_hash: createHash("sha256").update(secret).digest(),
      })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  return { channelid: id, path: `/webhooks/email/${id}`, secret };
}

export const seconds = (): number => Math.floor(Date.now() / 1000);

/** Signs as a mail server does. */
export function signature(secret: string, body: string | Buffer, time: number): Record<string, string> {
  const hmac = createHmac("sha256", secret).update(`${time}.`).update(body).digest("hex");
  return { "x-parley-timestamp": String(time), "x-parley-signature": `sha256=${hmac}` };
}

export function push(
  stage: Stage,
  path: string,
  body: string | Buffer,
  headers: Sent["headers"],
): Promise<Answer> {
  const all = { "content-type": "message/rfc822", origin: undefined, ...headers };
  return stage.visitor().call(path, { method: "POST", body, headers: all });
}

export const pushSigned = (stage: Stage, { path, secret }: Mailbox, body: string | Buffer) =>
  push(stage, path, body, signature(secret, body, seconds()));

export const mailOf = (id: string, text: string, lines: string[] = []): string =>
  [
    "From: Mallory <mallory@elsewhere.example>",
    "To: desk@desk.example",
    `Message-ID: <${id}@elsewhere.example>`,
    `Subject: ${id}`,
    ...lines,
    ...(lines.some((line) => line.startsWith("Content-Type:")) ? [text] : ["", text]),
  ].join("\r\n");
