import type { UpdateProfile } from "@parley/contract/profile";
import type { Profile } from "@parley/contract/sessions";
import type { Caller } from "../floor/actors/caller.ts";
import type { Context } from "../floor/context.ts";
import { inCompany } from "../floor/database/scope.ts";
import { invalid } from "../floor/errors/errors.ts";
import { sendAddressChangeCode } from "./address/address-change.ts";
import { changesAddress, checkProfile, updateProfile } from "./address/profile.ts";
import { checkPassword } from "./two-step/proof.ts";

/**
 * Changes the agent's own names and address. Another address requires the password, and a code is mailed to it.
 * Returns the milliseconds to wait when no tries are left.
 */
export async function changeProfile(
  context: Context,
  caller: Caller,
  given: UpdateProfile,
): Promise<Profile | number> {
  const wanted = checkProfile(given);
  const readdressed = await inCompany(context, caller, (scope) => changesAddress(scope, wanted.email));
  if (readdressed) {
    if (!given.password) throw invalid("password_for_email");
    const milliseconds = await checkPassword(context, caller, given.password);
    if (milliseconds > 0) return milliseconds;
  }
  const profile = await inCompany(
    context,
    caller,
    (scope) => updateProfile(context, scope, wanted, { proved: readdressed }),
    { hold: true },
  );
  // A code has been sent already when another has to wait, or can be requested later.
  if (readdressed && profile.pendingEmail) await sendAddressChangeCode(context, caller);
  return profile;
}
