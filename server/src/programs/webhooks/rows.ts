import { programLimits } from "@parley/contract/program-limits";
import type { Webhook } from "@parley/contract/webhooks";
import { type Selectable, sql } from "kysely";
import type { ProgramActor } from "../../floor/actors/actor.ts";
import { agentName } from "../../floor/actors/name.ts";
import type { WebhookTable } from "../../floor/database/schema.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { notFound } from "../../floor/errors/errors.ts";
import { type Named, nameIn, nameReferred, referredIn } from "../../support/conditions/referred.ts";
import { typesOf } from "./types.ts";
import { mayChange } from "./within-sight.ts";

export type WebhookRow = Selectable<WebhookTable>;

/** For a key, those that read no more than it does. */
export async function listWebhooks(scope: Scope<ProgramActor>): Promise<Webhook[]> {
  const rows = await selectWebhooks(scope)
    .orderBy("webhook.created_on", "desc")
    .orderBy("webhook.id")
    .limit(programLimits.webhooksPerCompany)
    .execute();
  const shown = rows.filter((row) => mayChange(scope, row));
  const named = await nameReferred(scope, shown.flatMap(namedIn));
  return shown.map((row) => shape(scope, row, named));
}

export async function newestEventOn({ db, companyId }: Scope): Promise<string | null> {
  const row = await db
    .selectFrom("event")
    .select("time")
    .where("company_id", "=", companyId)
    .where("place", "is not", null)
    .orderBy("place", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.time.toISOString() ?? null;
}

export async function viewWebhook(scope: Scope, id: string): Promise<Webhook> {
  const row = await selectWebhooks(scope).where("webhook.id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  return shape(scope, row, await nameReferred(scope, namedIn(row)));
}

const namedIn = ({ condition }: Pick<WebhookRow, "condition">) => (condition ? referredIn(condition) : []);

export async function findWebhook({ db, companyId }: Scope, id: string): Promise<WebhookRow> {
  const row = await db
    .selectFrom("webhook")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("removed_on", "is", null)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Locks it until the commit. Throws 404 for one that is removed, or another company's. */
export async function lockWebhook({ db, companyId }: Scope, id: string): Promise<WebhookRow> {
  const row = await db
    .selectFrom("webhook")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("removed_on", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

const counted = programLimits.webhookBehindCounted;

function selectWebhooks({ db, companyId }: Scope) {
  return db
    .selectFrom("webhook")
    .innerJoin("agent", (join) =>
      join.onRef("agent.company_id", "=", "webhook.company_id").onRef("agent.id", "=", "webhook.created_by"),
    )
    .selectAll("webhook")
    .select(["agent.first_name", "agent.last_name"])
    .select(
      sql<number>`((select count(*) from (select from webhook_delivery d where d.company_id = webhook.company_id
        and d.webhook_id = webhook.id and d.state = 'waiting' limit ${counted}) w)
        + (select count(*) from (select e.kind, e.facts from event e where e.company_id = webhook.company_id
          and e.place > webhook.place order by e.place limit ${counted}) a
          where a.kind = any(webhook.types) or a.kind = 'ticket_rule' and a.facts ->> 'webhook' = webhook.id::text))::integer`.as(
        "behind",
      ),
    )
    .where("webhook.company_id", "=", companyId)
    .where("webhook.removed_on", "is", null);
}

type Listed = WebhookRow & { first_name: string; last_name: string; behind: number };
const iso = (time: Date | null) => time?.toISOString() ?? null;

function shape({ now }: Scope, row: Listed, named: Map<string, Named>): Webhook {
  const { previous_until: previous } = row;
  return {
    webhookid: row.id,
    ...{ name: row.name, url: row.url, format: row.format, template: row.template },
    ...{ types: typesOf(row), departmentids: row.departments },
    batches: row.batches,
    condition: row.condition,
    refers: namedIn(row).map(nameIn(named)),
    state: row.parked_on ? "parked" : row.failing_since ? "failing" : "working",
    failing_since: iso(row.failing_since),
    parked_on: iso(row.parked_on),
    last_sent_on: iso(row.last_sent_on),
    restored_on: iso(row.restored_on),
    previous_until: previous && previous > now ? previous.toISOString() : null,
    behind: Math.min(row.behind, counted),
    created_on: row.created_on.toISOString(),
    created_by_name: agentName(row),
  };
}
