import { afterEach, beforeEach, expect, test } from "vitest";
import type { Fault } from "./faults.ts";
import { botClient, type OutsideWorld, openWorld } from "./outside.ts";

let world: OutsideWorld;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.simulator.close());

const write = (text = "hello") => world.api.raw("sendMessage", { chat_id: world.chat_id, text });
const shown = () => world.phone.messages().map(({ text }) => text);

/** The system's code of a broken connection. */
const breakage = async (attempt: Promise<unknown>): Promise<string> => {
  const error = await attempt.then(
    () => new Error("was answered"),
    (reason: Error) => reason,
  );
  return error.cause instanceof Error && "code" in error.cause ? String(error.cause.code) : error.message;
};

test("an unknown fault is refused", () => {
  expect(() => world.control.addFault({ kind: "earthquake" } as unknown as Fault)).toThrow("Unknown fault");
});

test("the simulator's errors are answered like Telegram's, once, and nothing is sent", async () => {
  world.control.addFault({ kind: "error", code: 429, retryAfter: 7, method: "sendMessage" });
  const limited = await write();
  expect(limited.headers.get("retry-after")).toBe("7");
  expect(limited).toMatchObject({
    status: 429,
    body: { description: "Too Many Requests: retry after 7", parameters: { retry_after: 7 } },
  });
  world.control.addFault({ kind: "error", code: 500 });
  expect((await write()).body).toEqual({ ok: false, error_code: 500, description: "Internal Server Error" });
  world.control.addFault({ kind: "error", code: 403, description: "Forbidden: user is deactivated" });
  expect((await write()).body).toMatchObject({
    error_code: 403,
    description: "Forbidden: user is deactivated",
  });
  expect(shown()).toEqual(["/start"]);
  expect((await write()).status).toBe(200);
});

test("a reset before reading has no effect", async () => {
  world.control.addFault({ kind: "reset" });
  expect(await breakage(write())).toBe("ECONNRESET");
  expect(shown()).toEqual(["/start"]);
});

test("a connection dropped after accepting leaves the message on the phone", async () => {
  world.control.addFault({ kind: "acceptThenDrop" });
  expect(await breakage(write("did it arrive?"))).toBe("ECONNRESET");
  expect(shown()).toEqual(["/start", "did it arrive?"]);
  expect(world.control.requests({ method: "sendMessage" })[0]).toMatchObject({
    fault: "acceptThenDrop",
    answer: { ok: true },
  });
});

test("a hanging call is never answered; when it hangs decides whether it takes effect", async () => {
  const impatient = (text: string) =>
    fetch(`${world.api.address("sendMessage")}?chat_id=${world.chat_id}&text=${text}`, {
      signal: AbortSignal.timeout(60),
    });
  world.control.addFault({ kind: "hang" });
  expect(await breakage(impatient("lost"))).toMatch(/timeout/);
  world.control.addFault({ kind: "acceptThenHang" });
  expect(await breakage(impatient("kept"))).toMatch(/timeout/);
  expect(shown()).toEqual(["/start", "kept"]);
});

test("bad JSON is a 200 with an unreadable body", async () => {
  world.control.addFault({ kind: "badJson" });
  await expect(write()).rejects.toThrow(SyntaxError);
  expect(shown()).toEqual(["/start", "hello"]);
});

test("latency delays and changes nothing else", async () => {
  world.control.addFault({ kind: "latency", ms: 40 });
  const began = performance.now();
  expect((await write()).status).toBe(200);
  expect(performance.now() - began).toBeGreaterThanOrEqual(38);
});

test("a delayed answer comes after the message is on the phone", async () => {
  world.control.addFault({ kind: "acceptThenWait", ms: 40 });
  const answered = write("early");
  await world.phone.waitFor(({ text }) => text === "early");
  expect(world.control.requests({ method: "sendMessage" })[0]?.status).toBeUndefined();
  expect((await answered).status).toBe(200);
});

test("a fault affects only its bot and method, for its number of times or until cleared", async () => {
  const other = world.control.createBot({ name: "Other" });
  const id = world.control.addFault({
    kind: "error",
    code: 500,
    bot: world.bot.id,
    method: "SENDMESSAGE",
    times: 0,
  });
  for (let n = 0; n < 3; n += 1) expect((await write()).status).toBe(500);
  expect((await world.api.raw("getMe")).status).toBe(200);
  expect((await botClient(world.url, other.token).raw("sendMessage")).status).toBe(400);
  world.control.clearFaults(id);
  expect((await write()).status).toBe(200);

  world.control.addFault({ kind: "error", code: 500, times: 2 });
  expect([(await write()).status, (await write()).status, (await write()).status]).toEqual([500, 500, 200]);
  expect(world.control.faults()).toEqual([]);
});

test("downloads fail on demand, too", async () => {
  world.control.addFault({ kind: "error", code: 502, method: "file" });
  const address = `${world.url}/file/bot${world.bot.token}/photos/file_0.jpg`;
  expect((await fetch(address)).status).toBe(502);
  expect((await fetch(address)).status).toBe(200);
});
