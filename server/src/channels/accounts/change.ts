/** Changes of a connected account by an administrator. */
import type { ChannelRow as ChannelView, updateChannel } from "@parley/contract/channels";
import type { z } from "zod";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Context } from "../../floor/context.ts";
import { type AgentActor, inCompany, type Scope } from "../../floor/database/scope.ts";
import { notFound } from "../../floor/errors/errors.ts";
import { changesBetween } from "../../floor/ledger/changes.ts";
import type { Changes } from "../../floor/ledger/event.ts";
import { record } from "../../floor/ledger/record.ts";
import { departmentNames, lockOpenDepartment } from "../../people/departments/pick.ts";
import type { ChannelRow } from "../seam/module.ts";
import { channelsChanged } from "./changes.ts";
import { viewChannel } from "./rows.ts";

export async function updateAccount(
  context: Context,
  caller: Caller,
  id: string,
  { name, departmentid }: z.output<typeof updateChannel>,
): Promise<ChannelView> {
  const row = await inCompany(context, caller, async (scope) => {
    const before = await lockChannel(scope, id);
    if (departmentid) await lockOpenDepartment(scope, departmentid);
    const change = {
      ...(name !== undefined && { name }),
      ...(departmentid !== undefined && { department_id: departmentid }),
    };
    const { department_id, ...changes } = changesBetween<ChannelRow>(before, change);
    if (!department_id && Object.keys(changes).length === 0) return viewChannel(scope, id);
    await write(scope, id, change);
    const department = department_id && (await named(scope, department_id));
    const all = { ...changes, ...(department && { department }) };
    const facts = { fields: Object.keys(all) };
    await record(scope, {
      kind: "channel_update",
      subject: id,
      name: name ?? before.name,
      facts,
      changes: all,
    });
    return viewChannel(scope, id);
  });
  channelsChanged(context);
  return row;
}

/** The audit log names departments. */
async function named(scope: Scope, { from, to }: Changes[string]): Promise<Changes[string]> {
  const names = await departmentNames(scope);
  const nameOf = (id: unknown) => names.get(String(id)) ?? null;
  return { from: nameOf(from), to: nameOf(to) };
}

/**
 * Disconnects an account; its open tickets stay. When the provider's call fails, the failure is logged and the account
 * is disconnected all the same.
 */
export async function disconnectAccount(context: Context, caller: Caller, id: string): Promise<void> {
  const row = await inCompany(context, caller, async (scope) => {
    const before = await lockChannel(scope, id);
    await write(scope, id, { removed_on: scope.now });
    await record(scope, { kind: "channel_disconnect", subject: id, name: before.name, facts: {} });
    return before;
  });
  channelsChanged(context);
  try {
    await context.channels.find(row.platform)?.disconnect(context, row);
  } catch (error) {
    context.log.warn({ err: error, channel: id }, "The provider was not notified of a disconnected account");
  }
}

/** A connected account of the company; 404 for any other id. */
async function lockChannel(scope: Scope<AgentActor>, id: string): Promise<ChannelRow> {
  const row = await scope.db
    .selectFrom("channel")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .where("removed_on", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

async function write(scope: Scope, id: string, change: Partial<ChannelRow>): Promise<void> {
  await scope.db
    .updateTable("channel")
    .set(change)
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .execute();
}
