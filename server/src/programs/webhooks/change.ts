/** Webhooks are made, changed and removed: each under the company's lock, with a line in the audit log. */
import { programLimits } from "@parley/contract/program-limits";
import { reasonOf } from "@parley/contract/reasons";
import type { CreateWebhook, MadeWebhook, UpdateWebhook, Webhook } from "@parley/contract/webhooks";
import { checkAddress } from "../../files/posting/address.ts";
import { newSecret } from "../../files/posting/secret.ts";
import type { ProgramActor } from "../../floor/actors/actor.ts";
import type { Context } from "../../floor/context.ts";
import { asJson, sortedJson } from "../../floor/database/json.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { conflict, invalid, notFound, Refusal } from "../../floor/errors/errors.ts";
import { changesBetween } from "../../floor/ledger/changes.ts";
import { record } from "../../floor/ledger/record.ts";
import { lockCompany } from "../../people/company/lock.ts";
import { checkFields } from "../../support/conditions/reading.ts";
import { newestPlaced } from "../events/cursor.ts";
import { lockWebhook, viewWebhook, type WebhookRow } from "./rows.ts";
import { typesOf } from "./types.ts";
import { checkSeen, checkSight } from "./within-sight.ts";

type Admin = Scope<ProgramActor>;
type Needs = Pick<Context, "config" | "secrets">;

/** It sends what happens from now on. */
export async function createWebhook(
  { config, secrets }: Needs,
  scope: Admin,
  { name, url, format, template, types, departmentids, condition, batches }: CreateWebhook,
): Promise<MadeWebhook> {
  checkAddress(config, url);
  checkBatches({ format, batches });
  checkSight(scope, { types, departments: departmentids ?? "all", condition });
  await lockCompany(scope);
  await checkRoom(scope);
  await checkDepartments(scope, departmentids);
  if (condition) await checkFields(scope, condition);
  const secret = newSecret();
  const newest = await newestPlaced(scope);
  const { id } = await scope.db
    .insertInto("webhook")
    .values({
      ...{ company_id: scope.companyId, name, url, format, template },
      ...{ types: [...new Set(types)], departments: departmentids, secret: secrets.seal(secret) },
      ...{ condition: condition && asJson(condition), batches },
      ...{ place: newest?.place ?? 0, created_on: scope.now, created_by: await makerOf(scope) },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await record(scope, { kind: "webhook_create", subject: scope.companyId, name, facts: { webhook: id } });
  return { webhook: await viewWebhook(scope, id), secret };
}

/** The agent, also of a company's key: who made it. */
async function makerOf({ db, companyId, actor }: Admin): Promise<string> {
  if (actor.kind === "agent") return actor.id;
  const key = await db
    .selectFrom("api_key")
    .select("created_by")
    .where("company_id", "=", companyId)
    .where("id", "=", actor.id)
    .executeTakeFirstOrThrow();
  return key.created_by;
}

export async function updateWebhook(
  { config }: Needs,
  scope: Admin,
  { webhookid, name, url, format, template, types, departmentids, condition, batches }: UpdateWebhook,
): Promise<Webhook> {
  if (url !== undefined) checkAddress(config, url);
  await lockCompany(scope);
  const before = await lockWebhook(scope, webhookid);
  checkSeen(scope, before);
  const to = departmentids === undefined ? before.departments : departmentids;
  checkBatches({ format: format ?? before.format, batches: batches ?? before.batches });
  const asked = condition === undefined ? before.condition : condition;
  checkSight(scope, { types: types ?? typesOf(before), departments: to ?? "all", condition: asked });
  if (departmentids) await checkDepartments(scope, departmentids);
  if (condition) await checkFields(scope, condition);
  const after = await scope.db
    .updateTable("webhook")
    .set({
      name: name ?? before.name,
      url: url ?? before.url,
      format: format ?? before.format,
      template: template === undefined ? before.template : template,
      types: types ? [...new Set(types)] : before.types,
      departments: to,
      batches: batches ?? before.batches,
      ...(condition !== undefined && { condition: condition && asJson(condition) }),
    })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", webhookid)
    .returningAll()
    .executeTakeFirstOrThrow();
  const changes = changesBetween(audited(before), audited(after));
  const facts = { webhook: webhookid, fields: Object.keys(changes) };
  if (facts.fields.length > 0)
    await record(scope, {
      kind: "webhook_update",
      subject: scope.companyId,
      name: before.name,
      facts,
      changes,
    });
  return viewWebhook(scope, webhookid);
}

/** Requests carry a signature of each secret for a day; one from before those ends at once. */
export async function rotateWebhook({ secrets }: Needs, scope: Admin, id: string): Promise<MadeWebhook> {
  await lockCompany(scope);
  const webhook = await lockWebhook(scope, id);
  checkSeen(scope, webhook);
  const { name, secret: previous } = webhook;
  const secret = newSecret();
  await scope.db
    .updateTable("webhook")
    .set({
      secret: secrets.seal(secret),
      previous_secret: previous,
      previous_until: previous && new Date(scope.now.getTime() + programLimits.keySecretsOverlap),
    })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .execute();
  await record(scope, { kind: "webhook_rotate", subject: scope.companyId, name, facts: { webhook: id } });
  return { webhook: await viewWebhook(scope, id), secret };
}

/** Its deliveries are removed in steps afterwards. */
export async function removeWebhook(scope: Admin, id: string): Promise<void> {
  await lockCompany(scope);
  const webhook = await scope.db
    .selectFrom("webhook")
    .select(["name", "removed_on", "types", "departments", "condition"])
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!webhook) throw notFound();
  checkSeen(scope, webhook);
  if (webhook.removed_on) return;
  await scope.db
    .updateTable("webhook")
    .set({ removed_on: scope.now, secret: null, previous_secret: null, previous_until: null })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .execute();
  const facts = { webhook: id };
  await record(scope, { kind: "webhook_remove", subject: scope.companyId, name: webhook.name, facts });
}

/** The webhook is parked by hand, so nobody is told. It keeps its place, and a repeat changes nothing. */
export async function pauseWebhook(scope: Admin, id: string): Promise<Webhook> {
  await lockCompany(scope);
  const webhook = await lockWebhook(scope, id);
  checkSeen(scope, webhook);
  if (webhook.parked_on) return viewWebhook(scope, id);
  await scope.db
    .updateTable("webhook")
    .set({ parked_on: scope.now })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .execute();
  const { name } = webhook;
  const facts = { webhook: id, reason: "by_hand" };
  await record(scope, { kind: "webhook_park", subject: scope.companyId, name, facts });
  return viewWebhook(scope, id);
}

/** It goes on from where it stopped, and its deliveries have three days anew. */
export async function startWebhook(scope: Admin, id: string): Promise<Webhook> {
  await lockCompany(scope);
  const webhook = await lockWebhook(scope, id);
  checkSeen(scope, webhook);
  const { name, secret, parked_on, restored_on } = webhook;
  if (!secret) throw conflict("conflict", "webhook_secret_lost");
  if (!parked_on && !restored_on) return viewWebhook(scope, id);
  await scope.db
    .updateTable("webhook")
    .set({ parked_on: null, failing_since: null, restored_on: null })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .execute();
  await scope.db
    .updateTable("webhook_delivery")
    .set({ next_attempt_on: scope.now, first_tried_on: null, attempts: 0 })
    .where("company_id", "=", scope.companyId)
    .where("webhook_id", "=", id)
    .where("state", "=", "waiting")
    .execute();
  await record(scope, { kind: "webhook_start", subject: scope.companyId, name, facts: { webhook: id } });
  return viewWebhook(scope, id);
}

/** A chat shows one message of a request. */
function checkBatches({ format, batches }: Pick<WebhookRow, "format" | "batches">): void {
  if (batches && format !== "parley") throw invalid("webhook_batches_parley");
}

async function checkRoom({ db, companyId }: Scope): Promise<void> {
  const { count } = await db
    .selectFrom("webhook")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("company_id", "=", companyId)
    .where("removed_on", "is", null)
    .executeTakeFirstOrThrow();
  const max = programLimits.webhooksPerCompany;
  if (Number(count) >= max) throw conflict("conflict", reasonOf("webhooks_full", { max }));
}

async function checkDepartments({ db, companyId }: Scope, ids: string[] | null): Promise<void> {
  if (!ids) return;
  const found = await db
    .selectFrom("department")
    .select("id")
    .where("company_id", "=", companyId)
    .where("id", "in", ids)
    .where("deleted_on", "is", null)
    .execute();
  if (found.length < new Set(ids.map((id) => id.toLowerCase())).size)
    throw new Refusal(404, "not_found", "department_not_found");
}

const audited = ({ name, url, format, template, types, departments, condition, batches }: WebhookRow) => ({
  ...{ name, url, format, template, batches, types: types.join(", ") },
  departments: departments?.join(", ") ?? null,
  condition: condition && sortedJson(condition),
});
