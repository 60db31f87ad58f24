import { expect, test } from "vitest";
import { parseMail } from "../parse/parse-mail.ts";
import type { MailAttachment } from "../parse/parsed-mail.ts";
import { textOf } from "../parse/text-of.ts";
import { corpus } from "./corpus.ts";

test("the corpus holds at least 200 mails, each under a name of its own", () => {
  expect(corpus.length).toBeGreaterThanOrEqual(200);
  expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length);
});

test.each(corpus)("$name", async ({ raw, expected }) => {
  const mail = await parseMail(raw);
  expect(mail.text).toBe(expected.text);
  for (const piece of expected.rest ?? []) expect(mail.rest).toContain(piece);
  if (!expected.rest) expect(mail.rest).toBe("");
  if (mail.html && expected.shown !== "")
    expect(textOf(mail.shownHtml ?? "")).toBe(expected.shown ?? expected.text);
  expect(mail.attachments.map(describe)).toEqual(expected.files ?? []);
  expect(mail.automatic).toBe(expected.automatic ?? null);
  expect(mail.problems).toEqual(expected.problems ?? []);
  if (expected.bounce) expect(mail.bounce).toMatchObject(expected.bounce);
  else expect(mail.bounce).toBeNull();
  if (expected.subject !== undefined) expect(mail.subject).toBe(expected.subject);
  if (expected.from !== undefined) expect(mail.from).toEqual(expected.from);
  expect(mail.authentication).toMatchObject(expected.authentication ?? {});
});

const describe = ({ name, mediaType, inline }: MailAttachment) =>
  `${name} ${mediaType}${inline ? " inline" : ""}`;
