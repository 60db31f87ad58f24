import type { Context } from "../../../floor/context.ts";
import { notFound } from "../../../floor/errors/errors.ts";
import { readDevice } from "../../../sign-in/session/device.ts";
import { findAccount, openChannel } from "../../accounts/find.ts";
import type { Channel } from "../../seam/adapter.ts";
import type { ChannelRow } from "../../seam/module.ts";
import { platform } from "../widget/settings.ts";

const keyPattern = /^wk_[0-9A-Za-z]{22}$/;

/** The connected web chat of a public key; 404 for any other. */
export async function findWidget(context: Context, key: string): Promise<ChannelRow> {
  const row = keyPattern.test(key) ? await findAccount(context, platform, key) : null;
  if (!row) throw notFound();
  return row;
}

/** A browser at a web chat, by its token. `browser`: as its user agent names it. */
export type Presented = { row: ChannelRow; channel: Channel; tokenHash: Buffer; browser?: string | null };

export async function presentedAt(
  context: Context,
  key: string,
  tokenHash: Buffer,
  userAgent = "",
): Promise<Presented> {
  const row = await findWidget(context, key);
  const { browser, os } = readDevice(userAgent.slice(0, 400));
  const named = [browser, os].filter(Boolean).join(", ") || null;
  return { row, channel: openChannel(row, context.secrets), tokenHash, browser: named };
}
