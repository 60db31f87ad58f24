/** The settings of a web-chat channel, and the parts that the launcher and the frame get. */
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
  /** Only the desk's own page shows a widget that has no origin. */
  origins: z.array(widgetOrigin).max(50),
  /** The departments among which the visitor chooses; with fewer than two the frame does not ask. */
  departments: z.array(uuid).max(50),
  colour: widgetColour,
  side: z.enum(widgetSides),
  theme: z.enum(widgetThemes),
  /** The widget's language; null: the page's, else the browser's, else English. */
  language: language.nullable(),
  /** A missing or empty text is replaced by Parley's own in that language. */
  texts: z.partialRecord(language, widgetTexts.partial()),
  asks: z.object({ name: ask, email: ask, topic: ask }),
  /** The address of the page comes with the first message. */
  page: z.boolean(),
  /** The frame lists the company's other channels that a visitor can open by a link. */
  others: z.boolean(),
  /** Visitors see some agents by first name and picture before they write. */
  faces: z.boolean(),
  /** A sound is offered. It is off until the visitor turns it on. */
  sound: z.boolean(),
  privacy: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .nullable(),
  /** The e-mail channel that sends answers after the visitor left; null: the installation's own mail. */
  mail: uuid.nullable(),
});
export type WidgetSettings = z.infer<typeof widgetSettings>;

/** A web-chat channel as administrators see it. The secret of `identify` is shown only when it is made. */
export const widget = z.object({
  channelid: uuid,
  key: z.string(),
  settings: widgetSettings,
  snippet: z.string(),
  connected_on: timestamp,
});
export type Widget = z.infer<typeof widget>;

export const widgetSecret = z.object({ identify_secret: z.string() });

/** The fields that the launcher needs before there is a frame. */
export const widgetLook = z.object({
  key: z.string(),
  name: z.string(),
  colour: widgetColour,
  /** The colour of text on it. */
  on_colour: z.enum(["#ffffff", "#000000"]),
  side: z.enum(widgetSides),
  theme: z.enum(widgetThemes),
  language: language.nullable(),
});
export type WidgetLook = z.infer<typeof widgetLook>;

export const widgetFrame = widgetLook.extend({
  company: z.string(),
  /** The administrator chose this language for the texts. */
  language_chosen: language,
  languages: z.array(language),
  /** The company's texts in that language; an empty one stands for Parley's own. */
  texts: widgetTexts,
  asks: z.object({ name: ask, email: ask, topic: ask }),
  departments: z.array(z.object({ id: uuid, name: z.string() })),
  page: z.boolean(),
  sound: z.boolean(),
  privacy: z.string().nullable(),
  others: z.array(z.object({ platform, name: z.string(), url: z.string() })),
  /** Agents whom the company shows; `avatar` is the address of their picture. */
  faces: z.array(z.object({ name: z.string(), avatar: z.string().nullable() })).max(limits.widgetFaces),
  /** `open`: true if the company answers now; `opens` is the next opening, where there is one. */
  hours: z.object({ open: z.boolean(), opens: timestamp.nullable(), time_zone: timeZone }),
  /** The median of the first answers of the last days; null when there are too few. */
  reply_minutes: z.number().int().positive().nullable(),
  limits: z.object({
    text: z.number().int(),
    caption: z.number().int(),
    /** The largest upload in bytes. */
    upload: z.record(z.enum(typesThat("file")), z.number().int()),
  }),
  /** The version changes whenever the answer may have changed. */
  version: z.string(),
});
export type WidgetFrame = z.infer<typeof widgetFrame>;
