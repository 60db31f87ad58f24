import { expect, test } from "vitest";
import { parseMail } from "../corpus/parse.ts";
import { beginningOf } from "./beginning.ts";

const film = "AAAA".repeat(1_000);
const lines = (...all: string[]) => Buffer.from(all.join("\r\n"));
const mixed = (...parts: string[]) =>
  lines(
    "Subject: The film",
    "Content-Type: multipart/mixed;",
    ' boundary="-- the one--"',
    "",
    "",
    ...parts.map((part) => `---- the one--\r\n${part}`),
  );
const video = `Content-Type: video/mp4; name=film.mp4\r\nContent-Transfer-Encoding: base64\r\n\r\n${film}`;
const read = async (raw: Buffer) => {
  const { subject, text, attachments } = await parseMail(beginningOf(raw));
  return [subject, text, attachments.length];
};

test("the text before a file is kept, and the file is left out", async () => {
  const raw = mixed("Content-Type: text/plain\r\n\r\nSee the film.", video);
  expect(await read(raw)).toEqual(["The film", "See the film.", 0]);
  expect(beginningOf(raw).length).toBeLessThan(300);
});

test("the text behind a small file and within an alternative is kept", async () => {
  const alternative = [
    "Content-Type: multipart/alternative; boundary=inner",
    "",
    "--inner\r\nContent-Type: text/plain\r\n\r\nSee the film.",
    "--inner\r\nContent-Type: text/html\r\n\r\n<p>See the <b>film</b>.</p>",
    "--inner--",
  ].join("\r\n");
  const html = beginningOf(mixed(video, alternative, video)).toString();
  expect(html).toContain("<b>film</b>");
  expect(html).not.toContain(film);
  expect(await read(mixed(video, alternative, video))).toEqual(["The film", "See the film.", 0]);
});

test("the first lines of a text without end are kept", async () => {
  const raw = lines("Subject: The log", "", ...Array.from({ length: 40_000 }, (_, at) => `Line ${at}`));
  const [subject, text] = await read(raw);
  expect(subject).toBe("The log");
  expect(text).toMatch(/^Line 0\nLine 1\n.*\nLine \d+$/s);
  expect(beginningOf(raw).length).toBeLessThan(140_000);
});

test("the header is kept of a mail that is one file, or whose files come first", async () => {
  expect(beginningOf(lines("Subject: The film", video)).toString()).toMatch(/base64\r\n\r\n$/);
  expect(await read(mixed(video))).toEqual(["The film", "", 0]);
  const named = "Content-Type: text/plain; name=log.txt\r\n\r\nNot a text of the mail";
  expect(await read(mixed(named, video))).toEqual(["The film", "", 0]);
});
