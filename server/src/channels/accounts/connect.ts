import type { connectChannel, connectedChannel } from "@parley/contract/channels";
import type { z } from "zod";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Context } from "../../floor/context.ts";
import { inCompany } from "../../floor/database/scope.ts";
import { invalid, invalidFields } from "../../floor/errors/errors.ts";
import { lockOpenDepartment } from "../../people/departments/pick.ts";
import { viewChannel } from "./rows.ts";

/** Connects another account of a platform. Returns the row and what the platform shows only once. */
export async function connectAccount(
  context: Context,
  caller: Caller,
  platform: string,
  given: z.output<typeof connectChannel>,
): Promise<z.output<typeof connectedChannel>> {
  const module = context.channels.find(platform);
  if (!module) throw invalid("platform_unknown");
  const { departmentid: departmentId = null, ...rest } = given;
  const body = module.connect.body.safeParse(rest);
  if (!body.success) throw invalidFields(body.error.issues);
  if (departmentId) await inCompany(context, caller, (scope) => lockOpenDepartment(scope, departmentId));
  const connected = await module.connect.account(context, caller, body.data, { departmentId });
  const row = await inCompany(context, caller, (scope) => viewChannel(scope, connected.channelId));
  return { ...module.connect.once?.(connected.answer), ...row };
}
