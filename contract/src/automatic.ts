/** Messages that the desk sends to a client by itself, on an occasion. */
import { z } from "zod";
import { automaticReasons, occasions, textVariables, unknownVariables } from "./automatic-text.ts";
import { limits } from "./limits.ts";
import { language } from "./sessions.ts";
import { filledVariable } from "./templates.ts";
import { timestamp, uuid } from "./values.ts";

const month = 30 * 24 * 60;

const templateVariables = z
  .array(z.object({ ...filledVariable.omit({ value: true }).shape, from: z.enum(textVariables) }))
  .max(limits.templateVariables);

export const automaticSettings = z.object({
  name: z.string().trim().min(1).max(100),
  occasion: z.enum(occasions),
  enabled: z.boolean(),
  /** Minutes after the occasion: how long a ticket waits, or a client is silent, before the message is sent. */
  delay: z.number().int().min(0).max(month),
  /** The ticket is closed when its client stays silent after two messages. */
  closes: z.boolean(),
  /** An empty list means all channels. */
  channelids: z.array(uuid).max(500),
  departmentids: z.array(uuid).max(500),
  /** The language of the text for a client whose own language has none. */
  default_language: language,
  texts: z.partialRecord(language, z.string().trim().min(1).max(2_000)),
  /** The name of a template, which is sent after the reply window. */
  template: z.string().trim().min(1).max(512).nullable(),
  /** The value of each of the template's variables. */
  template_variables: templateVariables,
});
export type AutomaticSettings = z.infer<typeof automaticSettings>;

const withDefaults = automaticSettings.extend({ template_variables: templateVariables.default([]) });
export const enteredAutomatic = withDefaults.superRefine((entered, context) => {
  const refuse = (path: string[], message: string) => context.addIssue({ code: "custom", path, message });
  const { occasion, delay, texts, default_language } = entered;
  if (delay === 0 && (occasion === "not_accepted" || occasion === "client_silent"))
    refuse(["delay"], "at least a minute");
  if (!texts[default_language]) refuse(["texts", default_language], "the default language has no text");
  for (const [of, text] of Object.entries(texts)) {
    const [unknown] = unknownVariables(text);
    if (unknown !== undefined) refuse(["texts", of], `${unknown} is no variable`);
  }
});

export const automaticMessage = automaticSettings.extend({ automaticid: uuid });
export type AutomaticMessage = z.infer<typeof automaticMessage>;

export const automaticPath = z.object({ automaticid: uuid });
export const switchAutomatic = z.object({ enabled: z.boolean() });

/** The outcome of an automatic message in a conversation; for `waiting`, the time when it is due. */
export const automaticOutcome = z.object({
  automaticid: uuid,
  name: z.string(),
  occasion: z.enum(occasions),
  state: z.enum(["sent", "closed", "skipped", "waiting", "not_due"]),
  reason: z.enum(automaticReasons).nullable(),
  time: timestamp.nullable(),
});
export type AutomaticOutcome = z.infer<typeof automaticOutcome>;
