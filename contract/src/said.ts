/**
 * Readers of details that a browser, a provider or a mail states about a person besides their message. They never
 * refuse: an unreadable detail is left out and a long one is cut, so that the message arrives.
 */
import { z } from "zod";

/** A field that is left out when it does not have its shape. */
export const loose = <Shape extends z.ZodType>(shape: Shape) => shape.optional().catch(undefined);

/** A text as it can be stored: PostgreSQL holds neither NUL nor half a surrogate pair. */
export const storable = (text: string): string => text.replaceAll("\0", "").toWellFormed();

export const words = z.string().transform(storable);

/** A call's body is always shorter. */
const mostRead = 2 ** 20;
const said = z.string().max(mostRead);

/** A name or a title, cut to so many characters. */
export const saidWords = (most: number) =>
  loose(
    said.transform((text) => {
      const words = storable(text).trim();
      return words.slice(0, most).replace(/[\ud800-\udbff]$/, "") || undefined;
    }),
  );

const tag = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*(?![a-z0-9])/i;
const longestTag = 35;

/** The readable beginning of a tag: `en-US` of `en-US@posix` and of `en_US.UTF-8`; undefined for `C`. */
export function languageTagOf(said: string): string | undefined {
  const found = tag.exec(said.slice(0, 200).trim().replaceAll("_", "-"))?.[0];
  return found && found.length > longestTag ? found.slice(0, longestTag).replace(/-[^-]*$/, "") : found;
}

export const saidLanguage = loose(said.transform(languageTagOf));

/** Two letters, as in ISO 3166-1. */
export const saidCountry = loose(
  said
    .trim()
    .regex(/^[A-Za-z]{2}$/)
    .transform((country) => country.toUpperCase()),
);

const mostPairs = 20;

/** Names with values, as lines show them: texts, numbers, yes and no. Others are left out. */
export const saidPairs = loose(
  z.record(z.string(), z.unknown()).transform((said) =>
    Object.entries(said)
      .flatMap(([given, about]) => {
        const name = saidWords(60).parse(given);
        const value =
          ["string", "number", "boolean"].includes(typeof about) && saidWords(200).parse(String(about));
        return name && value ? [{ name, value }] : [];
      })
      .slice(0, mostPairs),
  ),
);

const longestAddress = 2000;

/** A web address. One that is too long is kept without its query. */
export const saidAddress = loose(
  said
    .transform((text) => {
      const address = storable(text).trim();
      return address.length > longestAddress ? address.replace(/[?#].*$/s, "") : address;
    })
    .pipe(z.url({ protocol: /^https?$/ }).max(longestAddress)),
);
