/** The settings of a web-chat channel, and what the launcher and the frame get of them. */
import { z } from "zod";
import { limits } from "./limits.ts";
import { language } from "./sessions.ts";
import { typesThat } from "./timeline.ts";
import { platform, timestamp, timeZone, uuid } from "./values.ts";
import { widgetAsks, widgetSides, widgetThemes } from "./widget-choices.ts";

const ask = z.enum(widgetAsks);

/** Pages at this origin may show the widget; `https://*.shop.example` names every subdomain. */
export const widgetOrigin = z
  .string()
  .max(200)
  .regex(
    /^https?:\/\/(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]*[a-z0-9])?(:\d{1,5})?$/,
    "must be an origin: scheme, host and port, nothing after",
  );

const upTo = (most: number) => z.string().trim().max(most);
const widgetTexts = z.object({ title: upTo(60), greeting: upTo(200), intro: upTo(300) });

export const widgetColour = z.string().regex(/^#[0-9a-f]{6}$/, "must be a colour such as #0b6e75");

export const widgetSettings = z.object({
  /** None: only the desk's own page shows it. */
  origins: z.array(widgetOrigin).max(50),
  /** The visitor chooses among them; without two of them nothing is asked. */
  departments: z.array(uuid).max(50),
  colour: widgetColour,
  side: z.enum(widgetSides),
  theme: z.enum(widgetThemes),
  /** Null: the page's, else the browser's, else English. */
  language: language.nullable(),
  /** What is missing or empty is our own text in that language. */
  texts: z.partialRecord(language, widgetTexts.partial()),
  asks: z.object({ name: ask, email: ask, topic: ask }),
  /** The address of the page comes with the first message. */
  page: z.boolean(),
  /** The other channels that a visitor can open by a link are listed. */
  others: z.boolean(),
  /** Visitors see some agents by first name and picture before they write. */
  faces: z.boolean(),
  /** A sound is offered. It is off until the visitor turns it on. */
  sound: z.boolean(),
  privacy: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .nullable(),
  /** The e-mail channel that carries answers after the visitor left; null: the installation's own mail. */
  mail: uuid.nullable(),
});
export type WidgetSettings = z.infer<typeof widgetSettings>;

/** A web-chat channel as administrators see it. The secret of `identify` is shown when it is made, and never again. */
export const widget = z.object({
  channelid: uuid,
  key: z.string(),
  settings: widgetSettings,
  snippet: z.string(),
  connected_on: timestamp,
});
export type Widget = z.infer<typeof widget>;

export const widgetSecret = z.object({ identify_secret: z.string() });

/** What the launcher needs before there is a frame. */
export const widgetLook = z.object({
  key: z.string(),
  name: z.string(),
  colour: widgetColour,
  /** Of text on the colour. */
  on_colour: z.enum(["#ffffff", "#000000"]),
  side: z.enum(widgetSides),
  theme: z.enum(widgetThemes),
  language: language.nullable(),
});
export type WidgetLook = z.infer<typeof widgetLook>;

export const widgetFrame = widgetLook.extend({
  company: z.string(),
  /** The chosen one of these texts' languages. */
  language_chosen: language,
  languages: z.array(language),
  /** Of the company in that language; empty: ours. */
  texts: widgetTexts,
  asks: z.object({ name: ask, email: ask, topic: ask }),
  departments: z.array(z.object({ id: uuid, name: z.string() })),
  page: z.boolean(),
  sound: z.boolean(),
  privacy: z.string().nullable(),
  others: z.array(z.object({ platform, name: z.string(), url: z.string() })),
  /** Agents whom the company shows; `avatar` is their picture's address. */
  faces: z.array(z.object({ name: z.string(), avatar: z.string().nullable() })).max(limits.widgetFaces),
  /** Whether the company answers now; `opens` is the next opening, where there is one. */
  hours: z.object({ open: z.boolean(), opens: timestamp.nullable(), time_zone: timeZone }),
  /** The median of the last days' first answers; null: too few. */
  reply_minutes: z.number().int().positive().nullable(),
  limits: z.object({
    text: z.number().int(),
    caption: z.number().int(),
    /** Bytes. */
    upload: z.record(z.enum(typesThat("file")), z.number().int()),
  }),
  /** Changes whenever the answer may. */
  version: z.string(),
});
export type WidgetFrame = z.infer<typeof widgetFrame>;
