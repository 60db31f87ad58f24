/** A rule that names what is deleted, or a webhook that was parked after its failures, is switched off and kept, and administrators are told why. */
import type { EventKind } from "@parley/contract/ledger";
import type { RuleGone } from "@parley/contract/rule-words";
import type { Scope } from "../../floor/database/scope.ts";
import type { LedgerEvent } from "../../floor/ledger/event.ts";
import { record } from "../../floor/ledger/record.ts";
import { inTransaction } from "../../floor/ledger/subscribers.ts";
import { listAdmins } from "../../people/agents/admins.ts";
import { notify } from "../../support/notifications/notify.ts";
import { write } from "./change.ts";
import { namedIn, type RuleRow, selectRules } from "./rows.ts";

const kinds = [
  "tag_delete",
  "tag_merge",
  "department_delete",
  "field_delete",
  "bubble_delete",
  "agent_disable",
  "webhook_remove",
  "webhook_park",
] as const satisfies EventKind[];
type Deletion = LedgerEvent<(typeof kinds)[number]>;

export const switchOffRules = inTransaction(kinds, async (scope, event) => {
  const what = goneIn(event);
  if (!what) return;
  const { gone, id } = what;
  const rules = await selectRules(scope).where("rule.enabled_on", "is not", null).execute();
  for (const rule of rules)
    if (namedIn(rule).some((named) => named.id === id))
      await switchOff(scope, rule, { gone, name: event.name });
});

function goneIn(event: Deletion): { gone: RuleGone; id: string } | null {
  switch (event.kind) {
    case "tag_delete":
    case "tag_merge":
      return { gone: "tag", id: event.facts.tag };
    case "field_delete":
      return { gone: "field", id: event.facts.field };
    case "bubble_delete":
      return { gone: "bubble", id: event.facts.bubble };
    case "webhook_remove":
      return { gone: "webhook", id: event.facts.webhook };
    // One that an administrator paused keeps what rules send to it.
    case "webhook_park":
      return event.facts.reason === "by_hand" ? null : { gone: "webhook", id: event.facts.webhook };
    case "department_delete":
      return { gone: "department", id: event.subject };
    case "agent_disable":
      return { gone: "agent", id: event.subject };
  }
}

async function switchOff(
  scope: Scope,
  { id, name }: RuleRow,
  why: { gone: RuleGone; name: string },
): Promise<void> {
  await write(scope, id, { enabled_on: null, off_gone: why.gone, off_name: why.name });
  await record(scope, {
    kind: "rule_off",
    subject: scope.companyId,
    name,
    facts: { rule: id, gone: why.gone },
    by: { kind: "desk", id: null },
  });
  for (const admin of await listAdmins(scope))
    await notify(scope, admin.id, { type: "rule", name, ticket: null });
}
