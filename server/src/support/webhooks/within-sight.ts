/** A webhook reads for whoever made it, so a key makes, sees and changes only those that read no more than it does. */
import { abilityOfEvent, type ProgramEventType } from "@parley/contract/program-events";
import { reasonOf } from "@parley/contract/reasons";
import type { ProgramActor } from "../../floor/actors/actor.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { forbidden, notFound } from "../../floor/errors/errors.ts";
import { sightOf } from "./sight.ts";

type Sight = { types: readonly ProgramEventType[]; departments: readonly string[] | "all" };

/** Throws 403 for types or departments that the caller does not read. */
export function checkSight({ actor }: Scope<ProgramActor>, { types, departments }: Sight): void {
  const lacking = lackedBy(actor, types);
  if (lacking) throw forbidden(reasonOf("key_ability", { ability: lacking }));
  if (!isWithin(actor, departments)) throw forbidden("every_department_only");
}

/** Throws 404 for a webhook that reads more than the caller. */
export function checkSeen(scope: Scope<ProgramActor>, webhook: Parameters<typeof sightOf>[0]): void {
  if (!mayChange(scope, webhook)) throw notFound();
}

export function mayChange({ actor }: Scope<ProgramActor>, webhook: Parameters<typeof sightOf>[0]): boolean {
  const { types, departments } = sightOf(webhook);
  return lackedBy(actor, types) === undefined && isWithin(actor, departments);
}

function lackedBy({ abilities }: ProgramActor, types: readonly ProgramEventType[]) {
  const held: ReadonlySet<string> = abilities;
  return types.map(abilityOfEvent).find((ability) => !held.has(ability));
}

const isWithin = (actor: ProgramActor, departments: Sight["departments"]): boolean =>
  actor.departments === "all" ||
  (departments !== "all" && departments.every((id) => actor.departments.includes(id)));
