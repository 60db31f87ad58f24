/** A company's connected numbers, and calls to the provider on their behalf. */
import type { Reason } from "@parley/contract/reasons";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Context } from "../../floor/context.ts";
import { type Desk, inCompany, type Scope } from "../../floor/database/scope.ts";
import { invalid, notFound, Refusal } from "../../floor/errors/errors.ts";
import { openChannel } from "../accounts/find.ts";
import type { ChannelRow } from "../seam/module.ts";
import { createGraph, type GraphCall } from "./api.ts";
import { type Credentials, credentialsOf } from "./credentials.ts";
import { reasonOfAnswer } from "./refused.ts";

export type Account = { row: ChannelRow; credentials: Credentials };

/** A company connects fewer. */
const most = 100;

const timeout = 15_000;

/** The company's numbers, oldest first. */
export const listAccountRows = (scope: Scope): Promise<ChannelRow[]> => rowsOf(scope).limit(most).execute();

/** Finds by the provider's id of the number. 404 for a number of another company. */
export async function accessNumber(context: Context, by: Caller, phoneNumberId: string): Promise<Account> {
  const row = await inCompany(context, by, (scope) =>
    rowsOf(scope).where("external_id", "=", phoneNumberId).executeTakeFirst(),
  );
  if (!row) throw notFound();
  return openAccount(context, row);
}

/** Finds by the account's id; without it, the company's first number. */
export async function accessAccount(
  context: Context,
  by: Caller | Desk,
  channelId: string | undefined,
): Promise<Account> {
  const row = await inCompany(context, by, (scope) =>
    rowsOf(scope)
      .$if(channelId !== undefined, (rows) => rows.where("id", "=", channelId as string))
      .executeTakeFirst(),
  );
  if (row) return openAccount(context, row);
  throw channelId === undefined ? invalid("no_number_connected") : notFound();
}

/** Throws 400 when the credentials were sealed under another APP_SECRET. */
export function openAccount(context: Context, row: ChannelRow): Account {
  const credentials = readCredentials(context, row);
  if (!credentials) throw new Refusal(400, "provider_refused", "credentials_unreadable");
  return { row, credentials };
}

/** Null when the credentials were sealed under another APP_SECRET. */
export function readCredentials({ secrets, log }: Context, row: ChannelRow): Credentials | null {
  try {
    return credentialsOf(openChannel(row, secrets));
  } catch (error) {
    log.warn({ err: error, channel: row.id }, "The credentials of an account cannot be read");
    return null;
  }
}

function rowsOf(scope: Scope) {
  return scope.db
    .selectFrom("channel")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("platform", "=", "whatsapp")
    .where("removed_on", "is", null)
    .orderBy("created_on")
    .orderBy("id");
}

type Ask<Result> = Omit<GraphCall<Result>, "signal">;
type Asked<Result> = { result: Result } | { reason: Reason; refused: boolean };

/** The answer, or the reason why there is none. */
export async function ask<Result>(
  { config }: Pick<Context, "config">,
  token: string,
  path: string,
  call: Ask<Result>,
): Promise<Asked<Result>> {
  const signal = AbortSignal.timeout(timeout);
  const answer = await createGraph(config).call(token, path, { ...call, signal });
  if (answer.outcome === "ok") return { result: answer.result };
  return { reason: reasonOfEntry(reasonOfAnswer(answer)), refused: answer.outcome === "refused" };
}

/** A parameter that the provider rejects is an administrator's entry: the provider's own words explain it. */
const reasonOfEntry = (reason: Reason): Reason =>
  reason.code === "request_rejected" ? { ...reason, code: "provider" } : reason;

/** The answer; throws 400 with the reason of a refusal, 502 when there is no answer. */
export async function askOrThrow<Result>(
  context: Pick<Context, "config">,
  token: string,
  path: string,
  call: Ask<Result>,
): Promise<Result> {
  const answer = await ask(context, token, path, call);
  if ("result" in answer) return answer.result;
  if (answer.refused) throw new Refusal(400, "provider_refused", answer.reason);
  throw new Refusal(502, "not_ready", answer.reason);
}
