/** A changing call of a program: carried out once for an `Idempotency-Key`, and only on the version of `If-Match`. */
import { hash } from "node:crypto";
import { limits } from "@parley/contract/limits";
import type { ProgramActor } from "../../floor/actors/actor.ts";
import type { Context } from "../../floor/context.ts";
import { acrossCompanies, lockName, type Scope } from "../../floor/database/scope.ts";
import { invalid, Refusal, textReason } from "../../floor/errors/errors.ts";
import type { Secrets } from "../../floor/secrets/secrets.ts";
import { accessClient } from "../../support/clients/access.ts";
import { accessLocked } from "../../support/ticket/access.ts";
import { lockTicketsOfClient } from "../../support/tickets/of-client.ts";
import { versionOf } from "./tickets.ts";

type Programs = Scope<ProgramActor>;
type Headers = Record<string, string | string[] | undefined>;
export type Asked = { headers: Headers; method: string; url: string; body: unknown };
export type Reply = { header(name: string, value: string): unknown };
const day = 24 * 3_600_000;
/** An answer that holds a secret is kept sealed. */
type Sealing = Pick<Secrets, "seal" | "open">;

/** The repeat's answer, else that of `change`, which is kept in the same unit of work. */
export async function once<Answer extends object>(
  scope: Programs,
  { headers, method, url, body }: Asked,
  reply: Reply,
  change: () => Promise<Answer>,
  sealedBy?: Sealing,
): Promise<Answer> {
  const name = nameOf(headers);
  if (name === undefined) return change();
  const own = { company_id: scope.companyId, actor_id: scope.actor.id, name };
  await lockName(scope, `repeat ${scope.actor.id} ${name}`);
  const call = hash("sha256", JSON.stringify([method, url, body]), "buffer");
  const known = await scope.db
    .selectFrom("program_repeat")
    .select(["hash", "answer"])
    .where("company_id", "=", own.company_id)
    .where("actor_id", "=", own.actor_id)
    .where("name", "=", name)
    .where("created_on", ">", new Date(scope.now.getTime() - day))
    .executeTakeFirst();
  if (known && !known.hash.equals(call)) throw new Refusal(422, "repeat_differs", "repeat_differs");
  if (known) {
    reply.header("idempotent-replayed", "true");
    return JSON.parse(sealedBy ? sealedBy.open(Buffer.from(known.answer, "base64")) : known.answer) as Answer;
  }
  const answer = await change();
  const text = JSON.stringify(answer);
  const kept = sealedBy ? sealedBy.seal(text).toString("base64") : text;
  const row = { hash: call, answer: kept, created_on: scope.now };
  await scope.db
    .insertInto("program_repeat")
    .values({ ...own, ...row })
    .onConflict((conflict) => conflict.columns(["company_id", "actor_id", "name"]).doUpdateSet(row))
    .execute();
  return answer;
}

function nameOf({ "idempotency-key": name }: Headers): string | undefined {
  if (name === undefined || (typeof name === "string" && /^[\x20-\x7e]{1,255}$/.test(name))) return name;
  throw invalid(textReason("Idempotency-Key must have 1 to 255 printable characters."));
}

/** The message's id of a file's repeat: the same of the same caller, name and ticket. */
export function idOfRepeat({
  headers,
  url,
  caller,
}: Pick<Asked, "headers" | "url"> & { caller: { id: string } }) {
  const name = nameOf(headers);
  if (name === undefined) return undefined;
  const digits = hash("sha256", JSON.stringify([caller.id, url, name]), "hex");
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-a$4-$5");
}

/** Locks the ticket, and throws 412 where it has another version than the caller names. */
export async function checkVersion(
  scope: Programs,
  { headers }: Pick<Asked, "headers">,
  ticketId: string,
): Promise<void> {
  if (!isVersioned(headers)) return;
  const { id } = await accessLocked(scope, ticketId);
  refuseOther(headers, await versionOf(scope, "ticket", id));
}

/** The same of a client. The locks of their tickets come first, as in every unit of work. */
export async function checkClientVersion(
  scope: Programs,
  { headers }: Pick<Asked, "headers">,
  clientId: string,
): Promise<void> {
  if (!isVersioned(headers)) return;
  await lockTicketsOfClient(scope, [clientId], limits.clientTicketsPublished);
  const { id } = await accessClient(scope, clientId, { lock: true });
  refuseOther(headers, await versionOf(scope, "client", id));
}

/** A thing that the ledger does not count has the hash of its values as its version. */
export const versionOfValues = (values: object): string =>
  `"${hash("sha256", JSON.stringify(values), "base64url").slice(0, 22)}"`;

/** Throws 412 where the version of what the caller has locked is another than the one that is named. */
export async function checkValues({ headers }: Pick<Asked, "headers">, version: () => Promise<string>) {
  if (isVersioned(headers)) refuseOther(headers, await version());
}

const isVersioned = ({ "if-match": wanted }: Headers) => wanted !== undefined && wanted !== "*";

function refuseOther({ "if-match": wanted }: Headers, present: string): void {
  if (
    !String(wanted)
      .split(",")
      .some((one) => one.trim() === present)
  )
    throw new Refusal(412, "version_changed", "version_changed");
}

/** Removes the answers that are older than a day. */
export async function removeOldRepeats(context: Context): Promise<void> {
  const before = new Date(context.clock().getTime() - day);
  await acrossCompanies(context, (db) =>
    db.deleteFrom("program_repeat").where("created_on", "<=", before).execute(),
  );
}
