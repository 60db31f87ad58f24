import type { CallActor } from "../../floor/actors/actor.ts";
import { forbidden } from "../../floor/errors/errors.ts";

/** A long export takes minutes, in which rights may be revoked. */
export function checkRightsUnchanged(first: CallActor, now: CallActor): void {
  if (String(now.departments) !== String(first.departments)) throw forbidden();
}
