import { expect, test } from "vitest";
import type { MailAttachment } from "../parse/parsed-mail.ts";
import { textOf } from "../parse/text-of.ts";
import { readAuthentication } from "../sender/authentication.ts";
import { receiverOf } from "../sender/receiver.ts";
import { corpus } from "./corpus.ts";
import { parseMail } from "./parse.ts";
import { credentialsOf, olena } from "./sample.ts";

test("the corpus holds at least 200 mails, each under a name of its own", () => {
  expect(corpus.length).toBeGreaterThanOrEqual(200);
  expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length);
});

test.each(corpus)("$name is read as expected", async ({ raw, expected, receiving }) => {
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
  if (expected.authentication) {
    const receiver = receiverOf(credentialsOf(receiving), { authservId: receiving?.authservId ?? null });
    expect(readAuthentication(mail.headers, olena.address, receiver)).toBe(expected.authentication);
  }
});

const describe = ({ name, mediaType, inline }: MailAttachment) =>
  `${name} ${mediaType}${inline ? " inline" : ""}`;
