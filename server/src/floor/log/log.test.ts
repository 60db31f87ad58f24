import { afterEach, describe, expect, test, vi } from "vitest";
import { createLog } from "../../app/log.ts";
import { everyLine } from "./log-throttle.ts";

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
])("a bot's token %s is not logged", (_where, text) => {
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
])("a field named %s is not logged, at any depth", (field) => {
  const line = logging((log) =>
    log.warn({ [field]: "s3cret", a: { [field]: "s3cret" }, b: { headers: { [field]: "s3cret" } } }),
  );
  expect(line).not.toContain("s3cret");
});

test("an error's cause is logged, without the row PostgreSQL quotes", () => {
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

describe("lines of one kind", () => {
  afterEach(() => void vi.useRealTimers());

  function open() {
    vi.useFakeTimers();
    const lines: Record<string, unknown>[] = [];
    const log = createLog({ nodeEnv: "test" }, { write: (line) => void lines.push(JSON.parse(line)) });
    return { log, lines };
  }

  test("lines of one kind are written up to 20 a minute, the others counted in one line; then the count restarts", () => {
    const { log, lines } = open();
    for (let count = 0; count < 10_000; count++) log.child({ reqId: count }).warn({ count }, "refused");
    expect(lines).toHaveLength(20);
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(21);
    expect(lines[20]).toMatchObject({
      level: 40,
      kind: "refused",
      leftOut: 9980,
      msg: "Lines of one kind were left out",
    });
    log.warn("refused");
    expect(lines).toHaveLength(22);
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(22);
  });

  test("lines of one kind differ by message, and errors by their origin", () => {
    const { log, lines } = open();
    const here = () => new Error("one");
    const there = () => new Error("two");
    for (let count = 0; count < 50; count++) log.error({ err: here() }, "Unexpected error");
    log.error({ err: there() }, "Unexpected error");
    log.warn("refused");
    expect(lines.map(({ msg }) => msg).slice(20)).toEqual(["Unexpected error", "refused"]);
    expect(lines[20]?.err).toMatchObject({ message: "two" });
  });

  test("lines with messages that a stranger invents do not accumulate either", () => {
    const { log, lines } = open();
    for (let count = 0; count < 10_000; count++) log.warn(`bad header ${count}`);
    expect(lines.length).toBe(520);
    vi.advanceTimersByTime(60_000);
    expect(lines.at(-1)).toMatchObject({ kind: "others", leftOut: 9480 });
  });

  test("lines for a person are always written", () => {
    const { log, lines } = open();
    for (let count = 0; count < 50; count++) log.warn({ [everyLine]: true, count }, "a mail");
    expect(lines).toHaveLength(50);
    expect(Object.keys(lines[0] ?? {})).toEqual(["level", "time", "count", "msg"]);
  });
});
