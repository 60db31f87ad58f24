/** The settings of a web-chat channel, kept as its options. */
import { randomBytes } from "node:crypto";
import { type WidgetSettings, widgetSettings } from "@parley/contract/widget";
import type { Config } from "../../../floor/config/config.ts";
import type { Scope } from "../../../floor/database/scope.ts";
import { invalid, notFound, Refusal } from "../../../floor/errors/errors.ts";
import { departmentNames } from "../../../people/departments/pick.ts";
import type { ChannelRow } from "../../seam/module.ts";

export const platform = "web";

const defaults: WidgetSettings = {
  origins: [],
  departments: [],
  colour: "#0b6e75",
  side: "right",
  theme: "page",
  language: null,
  texts: {},
  asks: { name: "no", email: "no", topic: "no" },
  page: false,
  others: true,
  faces: false,
  sound: true,
  privacy: null,
  mail: null,
};

export const settingsWith = (given: Partial<WidgetSettings>): WidgetSettings => ({ ...defaults, ...given });

/** A setting that did not exist when the row was written has its default. */
export const settingsOf = ({ options }: Pick<ChannelRow, "options">): WidgetSettings =>
  widgetSettings.parse({ ...defaults, ...(options as Partial<WidgetSettings>) });

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 131 bits. A byte beyond the last whole multiple of 62 is drawn again, so that every letter is equally likely. */
export function newKey(): string {
  let key = "";
  while (key.length < 22) {
    for (const byte of randomBytes(32)) if (byte < 248 && key.length < 22) key += letters[byte % 62];
  }
  return `wk_${key}`;
}

export const newSecret = () => `wi_${randomBytes(32).toString("base64url")}`;
export const secretPattern = /\bwi_[\w-]{43}/g;

export const snippetOf = ({ publicUrl }: Pick<Config, "publicUrl">, key: string): string =>
  `<script src="${publicUrl}/chat.js" data-key="${key}" async></script>`;

/** Refuses a department or a mailbox of another company. */
export async function checkSettings(
  scope: Scope,
  { departments, mail }: Pick<WidgetSettings, "departments" | "mail">,
): Promise<void> {
  const known = await departmentNames(scope);
  if (departments.some((id) => !known.has(id))) throw new Refusal(404, "not_found", "department_not_found");
  if (!mail) return;
  const row = await scope.db
    .selectFrom("channel")
    .select("platform")
    .where("company_id", "=", scope.companyId)
    .where("id", "=", mail)
    .where("removed_on", "is", null)
    .executeTakeFirst();
  if (!row || !scope.platforms.find(row.platform)?.declaration.mail) throw invalid("mail_channel_unknown");
}

/** A connected web chat of the company; 404 for any other id. */
export async function accessWidget(scope: Scope, id: string, lock = false): Promise<ChannelRow> {
  const row = await scope.db
    .selectFrom("channel")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .where("platform", "=", platform)
    .where("removed_on", "is", null)
    .$if(lock, (rows) => rows.forUpdate())
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}
