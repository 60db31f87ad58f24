import { pino } from "pino";
import { expect, test } from "vitest";
import { createCallLog } from "./call-log.ts";

function openLog() {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ base: undefined }, { write: (line: string) => lines.push(JSON.parse(line)) });
  return { log, lines };
}

test("each log line names the call, and its own fields", () => {
  const { log, lines } = openLog();
  const call = createCallLog(log, { reqId: "a-1" }, {});
  call.info("begun");
  call.error({ keys: ["secret"] }, "left out");
  call.child({ part: "upload" }).warn("slow");
  expect(lines).toMatchObject([
    { level: 30, reqId: "a-1", msg: "begun" },
    { level: 50, reqId: "a-1", keys: ["secret"], msg: "left out" },
    { level: 40, reqId: "a-1", part: "upload", msg: "slow" },
  ]);
});

test("a call that writes no line creates no logger", () => {
  const { log } = openLog();
  let made = 0;
  const parent = Object.assign(Object.create(log), {
    child(...given: Parameters<typeof log.child>) {
      made += 1;
      return log.child(...given);
    },
  });
  const call = createCallLog(parent, { reqId: "a-1" }, {});
  expect(made).toBe(0);
  call.info("one");
  call.warn("two");
  expect([call.level, made]).toEqual(["info", 1]);
});
