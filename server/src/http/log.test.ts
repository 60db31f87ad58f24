import { expect, test } from "vitest";
import { createLog } from "./log.ts";

const token = "700100200:AAdemo-Simulator_Token0123456789abcde";

function logging(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog({ nodeEnv: "test" }, { write: (line) => void lines.push(line) }));
  expect(lines).toHaveLength(1);
  return lines.join("");
}

test.each([
  ["in an address", `https://api.telegram.org/bot${token}/getMe`],
  ["of a file", `https://api.telegram.org/file/bot${token}/photos/1.jpg`],
  ["short, as a test's", "http://127.0.0.1:1/bot12:ab/getMe"],
  ["alone", token],
])("a bot's token %s is kept out", (_where, text) => {
  const line = logging((log) => log.warn({ err: new Error(`failed: ${text}`), url: text }, text));
  expect(line).toContain("[redacted]");
  expect(line).not.toMatch(/AAdemo|12:ab/);
});

test.each([
  "authorization",
  "cookie",
  "set-cookie",
  "x-telegram-bot-api-secret-token",
  "password",
  "token",
  "credentials",
])("a field named %s is kept out, at whatever depth we log", (field) => {
  const line = logging((log) =>
    log.warn({ [field]: "s3cret", a: { [field]: "s3cret" }, b: { headers: { [field]: "s3cret" } } }),
  );
  expect(line).not.toContain("s3cret");
});

test("an error's cause is told, without the row PostgreSQL quotes", () => {
  const cause = Object.assign(new Error("duplicate key"), {
    code: "23505",
    detail: "Key (email)=(a@b.example)",
  });
  const line = logging((log) => log.error({ err: new Error("could not save", { cause }) }));
  expect(JSON.parse(line).err).toMatchObject({ message: "could not save", cause: { code: "23505" } });
  expect(line).not.toContain("a@b.example");
});

test("times and ids stay readable", () => {
  expect(logging((log) => log.warn("at 2026-11-21T04:53:27.123Z, port 3003:open"))).toContain("3003:open");
});
