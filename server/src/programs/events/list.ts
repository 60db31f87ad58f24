/** The feed of events: in order, at least once and nothing missing, as the key may see it. */
import {
  abilityOfEvent,
  type ProgramEventPage,
  type programEventQuery,
  programEventTypes,
} from "@parley/contract/program-events";
import { reasonOf } from "@parley/contract/reasons";
import type { z } from "zod";
import type { ProgramActor } from "../../floor/actors/actor.ts";
import type { Context } from "../../floor/context.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { forbidden } from "../../floor/errors/errors.ts";
import { createCursors, currentEpoch, newestPlaced, openPlace } from "./cursor.ts";
import { renderEvents } from "./render.ts";
import { scan } from "./scan.ts";

export type EventQuery = z.output<typeof programEventQuery>;
/** `place`: how far it scanned. */
type Listed = { page: ProgramEventPage; place: number };

export async function listEvents(
  context: Context,
  scope: Scope<ProgramActor>,
  { after, types, limit }: EventQuery,
): Promise<Listed> {
  const epoch = await currentEpoch(scope);
  const cursors = createCursors(context, scope.companyId, epoch);
  if (after === "now") {
    const newest = await newestPlaced(scope);
    const next = newest ? cursors.seal(newest) : cursors.sealBeginning();
    return { page: { data: [], next, more: false }, place: newest?.place ?? 0 };
  }
  const sight = { types: typesFor(scope.actor, types), departments: scope.actor.departments };
  const place = await openPlace(context, scope, epoch, after);
  const { found, until, more } = await scan(scope, sight, { after: place, limit });
  const rendered = await renderEvents(scope, found);
  const data = rendered.map((event, index) => ({ ...event, cursor: cursors.seal(found[index] as never) }));
  const next = until ? cursors.seal(until) : (after ?? cursors.sealBeginning());
  return { page: { data, next, more }, place: until?.place ?? place };
}

/** The types that are asked for, or all that the key may see. Throws 403 for one that it may not. */
function typesFor({ abilities }: ProgramActor, asked: EventQuery["types"]) {
  const held: ReadonlySet<string> = abilities;
  const lacking = asked?.map(abilityOfEvent).find((ability) => !held.has(ability));
  if (lacking) throw forbidden(reasonOf("key_ability", { ability: lacking }));
  return asked ?? programEventTypes.filter((type) => held.has(abilityOfEvent(type)));
}
