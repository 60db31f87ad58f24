/**
 * Fetches an account's templates from its provider: when it is connected, when a template is unknown and, at growing
 * intervals for two days at most, while one is in review and no webhook has reported the outcome.
 */
import type { Context } from "../../floor/context.ts";
import { inCompany, type Scope } from "../../floor/database/scope.ts";
import type { ChannelRow } from "../seam/module.ts";

const minute = 60_000;
const firstPause = 2 * minute;
/** Milliseconds from one fetch to the next. */
const pauses = [2, 10, 30, 60, 120, 240, 480, 960, 960].map((minutes) => minutes * minute);

/** Enqueues a fetch; it replaces one that waits. */
export async function fetchTemplatesSoon(scope: Scope, channelId: string): Promise<void> {
  await enqueue(scope, channelId, { fetched: 0, after: 0 });
}

/**
 * Enqueues the first fetch for a template in review. Submissions of the same minute share it, and a later one does not
 * move it on: each minute is a job of its own.
 */
export async function awaitReview(scope: Scope, channelId: string): Promise<void> {
  const at = Math.floor((scope.now.getTime() + firstPause) / minute);
  await scope.enqueue(
    "fetch_templates",
    { channelId, fetched: 1 },
    { key: `fetch_templates:${channelId}:${at}`, runAt: new Date(at * minute), tries: 3 },
  );
}

/** Enqueues the next fetch after `fetched` ones. There is none after the last. */
async function awaitFurther(scope: Scope, channelId: string, fetched: number): Promise<void> {
  const after = pauses[fetched];
  if (after !== undefined) await enqueue(scope, channelId, { fetched: fetched + 1, after });
}

const enqueue = (scope: Scope, channelId: string, { fetched, after }: { fetched: number; after: number }) =>
  scope.enqueue(
    "fetch_templates",
    { channelId, fetched },
    { key: `fetch_templates:${channelId}`, runAt: new Date(scope.now.getTime() + after), tries: 3 },
  );

type Fetch = { companyId: string; channelId: string; fetched: number };

/** A provider that does not answer is asked again as if the review went on. */
export async function fetchTemplates(
  context: Context,
  { companyId, channelId, fetched }: Fetch,
): Promise<void> {
  const desk = { kind: "desk", companyId } as const;
  const row = await inCompany(context, desk, (scope) => findConnected(scope, channelId));
  const templates = row && context.channels.find(row.platform)?.templates;
  if (!row || !templates) return;
  const complete = await templates.fetch(context, row);
  await inCompany(context, desk, async (scope) => {
    if (!complete || (await isInReview(scope, channelId))) await awaitFurther(scope, channelId, fetched);
  });
}

function findConnected(scope: Scope, channelId: string): Promise<ChannelRow | undefined> {
  return scope.db
    .selectFrom("channel")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("id", "=", channelId)
    .where("removed_on", "is", null)
    .executeTakeFirst();
}

async function isInReview(scope: Scope, channelId: string): Promise<boolean> {
  const row = await scope.db
    .selectFrom("message_template")
    .select("id")
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", channelId)
    .where("status", "in", ["pending", "in_appeal"])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
