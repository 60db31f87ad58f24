/** A webhook reads for its maker, so a key makes, sees and changes only those that read no more than it does. */
import { fieldOf } from "@parley/contract/conditions/fields";
import { type Condition, leavesOf } from "@parley/contract/conditions/tree";
import type { KeyAbility } from "@parley/contract/key-abilities";
import { abilityOfEvent, type ProgramEventType } from "@parley/contract/program-events";
import { reasonOf } from "@parley/contract/reasons";
import type { ProgramActor } from "../../floor/actors/actor.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { forbidden, notFound } from "../../floor/errors/errors.ts";
import type { WebhookRow } from "./rows.ts";
import { sightOf } from "./sight.ts";

type Sight = {
  types: readonly ProgramEventType[];
  departments: readonly string[] | "all";
  condition: Condition | null;
};
type Stored = Parameters<typeof sightOf>[0] & Pick<WebhookRow, "condition">;

/** Throws 403 for types, departments or fields of clients that the caller does not read. */
export function checkSight({ actor }: Scope<ProgramActor>, { types, departments, condition }: Sight): void {
  const lacking = lackedBy(actor, { types, condition });
  if (lacking) throw forbidden(reasonOf("key_ability", { ability: lacking }));
  if (!isWithin(actor, departments)) throw forbidden("every_department_only");
}

/** Throws 404 for a webhook that reads more than the caller. */
export function checkSeen(scope: Scope<ProgramActor>, webhook: Stored): void {
  if (!mayChange(scope, webhook)) throw notFound();
}

export function mayChange({ actor }: Scope<ProgramActor>, webhook: Stored): boolean {
  const { types, departments } = sightOf(webhook);
  return (
    lackedBy(actor, { types, condition: webhook.condition }) === undefined && isWithin(actor, departments)
  );
}

function lackedBy(
  { abilities }: ProgramActor,
  { types, condition }: Pick<Sight, "types" | "condition">,
): KeyAbility | undefined {
  const held: ReadonlySet<string> = abilities;
  const read: KeyAbility[] = types.length > 0 ? types.map(abilityOfEvent) : ["readTickets"];
  const needed = [...read, ...(condition ? abilitiesOfCondition(condition) : [])];
  return needed.find((ability) => !held.has(ability));
}

/** The sent events tell what the condition asks for. */
const abilitiesOfCondition = (condition: Condition): KeyAbility[] =>
  leavesOf(condition).map(({ leaf }) =>
    fieldOf(leaf.field)?.uses.includes("client") ? "readClients" : "readTickets",
  );

const isWithin = (actor: ProgramActor, departments: Sight["departments"]): boolean =>
  actor.departments === "all" ||
  (departments !== "all" && departments.every((id) => actor.departments.includes(id)));
