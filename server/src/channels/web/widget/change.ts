/** A web chat's settings and secret, as administrators read and change them. */
import type { Widget, WidgetSettings } from "@parley/contract/widget";
import type { Caller } from "../../../floor/actors/caller.ts";
import type { Context } from "../../../floor/context.ts";
import { inCompany } from "../../../floor/database/scope.ts";
import { record } from "../../../floor/ledger/record.ts";
import { channelsChanged } from "../../accounts/changes.ts";
import type { ChannelRow } from "../../seam/module.ts";
import { accessWidget, checkSettings, newSecret, settingsOf, snippetOf } from "./settings.ts";

export async function getWidget(context: Context, caller: Caller, id: string): Promise<Widget> {
  return view(context, await inCompany(context, caller, (scope) => accessWidget(scope, id)));
}

export async function changeWidget(
  context: Context,
  caller: Caller,
  id: string,
  after: WidgetSettings,
): Promise<Widget> {
  const row = await inCompany(context, caller, async (scope) => {
    const found = await accessWidget(scope, id, true);
    const before = settingsOf(found);
    // A mailbox that was disconnected stays chosen until another is.
    await checkSettings(scope, { ...after, mail: after.mail === before.mail ? null : after.mail });
    const fields = (Object.keys(after) as (keyof WidgetSettings)[]).filter(
      (field) => wordOf(after[field]) !== wordOf(before[field]),
    );
    if (fields.length === 0) return found;
    const changed = await scope.db
      .updateTable("channel")
      .set({ options: JSON.stringify(after) })
      .where("company_id", "=", scope.companyId)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const changes = Object.fromEntries(
      fields.map((field) => [field, { from: wordOf(before[field]), to: wordOf(after[field]) }]),
    );
    await record(scope, {
      kind: "channel_update",
      subject: id,
      name: found.name,
      facts: { fields },
      changes,
    });
    return changed;
  });
  channelsChanged(context);
  context.live.visitors.send({ kind: "widget", channelId: id });
  return view(context, row);
}

/** Identities signed with the old secret end with the next call that uses them. */
export async function changeSecret(
  context: Context,
  caller: Caller,
  id: string,
): Promise<{ identify_secret: string }> {
  const secret = newSecret();
  await inCompany(context, caller, async (scope) => {
    const { name } = await accessWidget(scope, id, true);
    await scope.db
      .updateTable("channel")
      .set({ credentials: context.secrets.seal(secret) })
      .where("company_id", "=", scope.companyId)
      .where("id", "=", id)
      .execute();
    await record(scope, {
      kind: "channel_update",
      subject: id,
      name,
      facts: { fields: ["identify_secret"] },
      changes: {},
    });
  });
  channelsChanged(context);
  return { identify_secret: secret };
}

/** The value as the audit log stores it. */
const wordOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

function view(context: Context, row: ChannelRow): Widget {
  return {
    channelid: row.id,
    key: row.external_id,
    settings: settingsOf(row),
    snippet: snippetOf(context.config, row.external_id),
    connected_on: row.created_on.toISOString(),
  };
}
