/** The part of a web chat's settings that a launcher and a frame get, in one language. */
import { createHash } from "node:crypto";
import type { FileKind } from "@parley/contract/channel-declaration";
import { limits } from "@parley/contract/limits";
import { type Language, languages } from "@parley/contract/sessions";
import { typesThat } from "@parley/contract/timeline";
import type { WidgetFrame, WidgetLook } from "@parley/contract/widget";
import { sql } from "kysely";
import type { Context } from "../../../floor/context.ts";
import { inCompany, type Scope } from "../../../floor/database/scope.ts";
import { companyTimeZone } from "../../../people/company/time-zone.ts";
import { uploadLimit } from "../../../people/company/upload-limit.ts";
import { departmentNames } from "../../../people/departments/pick.ts";
import { isOpen, nextOpening } from "../../../support/hours/open.ts";
import { readHours } from "../../../support/hours/rows.ts";
import { countsInFigures } from "../../../support/ticket/spam.ts";
import type { ChannelRow } from "../../seam/module.ts";
import { textOn } from "./colour.ts";
import { pictureLink } from "./picture.ts";
import { settingsOf } from "./settings.ts";

export function viewLook(row: ChannelRow): WidgetLook {
  const { colour, side, theme, language } = settingsOf(row);
  return { key: row.external_id, name: row.name, colour, on_colour: textOn(colour), side, theme, language };
}

export async function viewFrame(
  context: Context,
  row: ChannelRow,
  asked: Language | undefined,
): Promise<WidgetFrame> {
  const by = { kind: "desk", companyId: row.company_id } as const;
  const frame = await inCompany(context, by, (scope) => frameOf(context, scope, row, asked));
  const version = createHash("sha256").update(JSON.stringify(frame)).digest("base64url").slice(0, 12);
  return { ...frame, version };
}

async function frameOf(
  context: Context,
  scope: Scope,
  row: ChannelRow,
  asked: Language | undefined,
): Promise<Omit<WidgetFrame, "version">> {
  const settings = settingsOf(row);
  const chosen = settings.language ?? asked ?? "en";
  const { title = "", greeting = "", intro = "" } = settings.texts[chosen] ?? {};
  const company = await scope.db
    .selectFrom("company")
    .select("name")
    .where("company_id", "=", scope.companyId)
    .executeTakeFirstOrThrow();
  const names = await departmentNames(scope);
  const most = (await uploadLimit(scope, context.config)) * 2 ** 20;
  return {
    ...viewLook(row),
    company: company.name,
    language_chosen: chosen,
    languages: [...languages],
    texts: { title, greeting, intro },
    asks: settings.asks,
    departments: settings.departments.flatMap((id) => {
      const name = names.get(id);
      return name === undefined ? [] : [{ id, name }];
    }),
    page: settings.page,
    sound: settings.sound,
    privacy: settings.privacy,
    others: settings.others ? await otherWays(context, scope) : [],
    faces: settings.faces ? await facesOf(scope, row) : [],
    hours: await hoursOf(scope, row),
    reply_minutes: await replyMinutes(scope),
    limits: {
      text: limits.visitorText,
      caption: limits.caption,
      upload: Object.fromEntries(typesThat("file").map((kind) => [kind, most])) as Record<FileKind, number>,
    },
  };
}

/** The list ends here, since a visitor would not choose from more. */
const mostWays = 10;

/** The company's accounts whose address a client can open. */
async function otherWays({ channels }: Context, { db, companyId }: Scope): Promise<WidgetFrame["others"]> {
  const rows = await db
    .selectFrom("channel")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("removed_on", "is", null)
    .where("broken_on", "is", null)
    .orderBy("created_on")
    .limit(100)
    .execute();
  return rows
    .flatMap((row) => {
      const url = channels.find(row.platform)?.openUrl(row) ?? null;
      return url === null ? [] : [{ platform: row.platform, name: row.name, url }];
    })
    .slice(0, mostWays);
}

/** Agents of the chat's departments, those with a picture first. */
async function facesOf({ db, companyId }: Scope, row: ChannelRow): Promise<WidgetFrame["faces"]> {
  const { departments } = settingsOf(row);
  const led = departments.length === 0 && row.department_id ? [row.department_id] : departments;
  const agents = await db
    .selectFrom("agent")
    .select(["first_name", "profile_pic"])
    .where("company_id", "=", companyId)
    .where("disabled_on", "is", null)
    .$if(led.length > 0, (all) => all.where("department_id", "in", led))
    .orderBy((eb) => eb("profile_pic", "is", null))
    .orderBy("created_on")
    .orderBy("id")
    .limit(limits.widgetFaces)
    .execute();
  return agents.map(({ first_name: name, profile_pic }) => ({
    name,
    avatar: pictureLink(row.external_id, profile_pic),
  }));
}

async function hoursOf(scope: Scope, { department_id: own }: ChannelRow): Promise<WidgetFrame["hours"]> {
  const hours = (own && (await readHours(scope, own))) || (await readHours(scope, null));
  if (!hours) return { open: true, opens: null, time_zone: await companyTimeZone(scope) };
  const open = isOpen(hours, scope.now);
  const opens = open ? null : nextOpening(hours, scope.now);
  return { open, opens: opens?.toISOString() ?? null, time_zone: hours.time_zone };
}

const days = 7;
const fewest = 10;
const counted = 500;

/** The median wait for an agent in the last days, within opening hours. Null when there were too few. */
async function replyMinutes({ db, companyId, now }: Scope): Promise<number | null> {
  const from = new Date(now.getTime() - days * 24 * 3_600_000);
  const { rows } = await sql<{ median: number | null; count: number }>`
    select count(*)::integer as count, percentile_cont(0.5) within group (order by waited) as median from (
      select acceptance_ms(created_on, accepted_on, waited_ms) as waited from ticket
      where company_id = ${companyId} and created_on > ${from} and accepted_on is not null and ${countsInFigures}
      order by created_on desc limit ${counted}) as recent`.execute(db);
  const [found] = rows;
  if (!found || found.count < fewest || found.median === null) return null;
  return Math.max(1, Math.round(found.median / 60_000));
}
