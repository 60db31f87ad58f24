import type { Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { form } from "../../../test/world/form.ts";
import { type RawCall, rawCall, statusOf } from "../../../test/world/raw-call.ts";
import { createWorld, type World } from "../../../test/world.ts";

let world: World;
let port: number;
const open: RawCall[] = [];
beforeAll(async () => {
  world = await createWorld();
  port = Number(new URL(await world.app.listen({ host: "127.0.0.1", port: 0 })).port);
});
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.destroy();
});
afterAll(() => world.close());

const boundary = "the-boundary";
const megabyte = Buffer.alloc(2 ** 20, "x");
const opening = (name: string, more = "") =>
  Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`);
const field = (name: string, value: string | Buffer) =>
  Buffer.concat([opening(name), Buffer.from(value), Buffer.from("\r\n")]);

async function upload(path: string, by: "mira" | "jonas" | "naledi" = "mira"): Promise<RawCall> {
  const call = rawCall(port, {
    path,
    headers: {
      cookie: await world.as(by).cookie(),
      origin: world.context.config.consoleOrigin,
      "content-type": `multipart/form-data; boundary=${boundary}`,
      "transfer-encoding": "chunked",
    },
  });
  open.push(call);
  return call;
}

/** Writes chunks until the server stops reading; returns the bytes written. */
async function pour({ socket }: RawCall, chunks: Iterable<Buffer>): Promise<number> {
  for (const chunk of chunks) {
    if (socket.destroyed) break;
    socket.write(`${chunk.length.toString(16)}\r\n`);
    socket.write(chunk);
    if (!socket.write("\r\n")) await drained(socket);
  }
  return socket.bytesWritten;
}

/** Resolves when the socket accepts more, or is closed. */
function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      socket.off("drain", done).off("close", done);
      resolve();
    };
    socket.on("drain", done).on("close", done);
  });
}

function* times<Item>(count: number, make: (turn: number) => Item) {
  for (let turn = 0; turn < count; turn++) yield make(turn);
}

const uploads = ["/send-file", "/send-private-file", "/auth/change-profile-pic"];

describe.each(uploads)("%s", (path) => {
  test.each([
    ["unknown", (turn: number) => field(`field${turn}`, megabyte)],
    ["known, and too long", () => field(path === "/send-file" ? "caption" : "content", megabyte)],
    ["with names of a megabyte", () => field(megabyte.toString(), "x")],
    ["without an end", (turn: number) => (turn === 0 ? opening("messageid") : megabyte)],
    ["that never begin", () => megabyte],
    [
      "with headers without an end",
      (turn: number) => (turn === 0 ? opening("ticketid").subarray(0, -2) : megabyte),
    ],
  ] as const)(
    "a form of a thousand fields, %s, is read for the first megabytes only",
    async (_name, make) => {
      const call = await upload(path);
      await pour(call, times(1000, make));
      const answer = await call.answer;
      // Bytes in the sockets' buffers count as written.
      expect(call.socket.bytesWritten).toBeLessThan(32 * 2 ** 20);
      if (answer !== "") expect(statusOf(answer)).toBe(400);
    },
  );
});

test("a hundred endless forms at once leave the memory and a neighbour alone", async () => {
  // There are three agents, so that no one's limit of calls is reached first.
  const attackers = times(100, (turn) => (["mira", "jonas", "naledi"] as const)[turn % 3] ?? "mira");
  const calls = await Promise.all([...attackers].map((by) => upload("/send-file", by)));
  // All share one form, since the attackers' memory counts in the same process.
  const fields = [...times(50, (turn) => field(`f${turn}`, megabyte))];
  const before = process.memoryUsage().rss;
  const poured = Promise.all(calls.map((call) => pour(call, fields)));
  const answers = await Promise.all(Array.from({ length: 10 }, () => world.as("omar").get("/tickets")));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 10 }, () => 200));
  await poured;
  for (const call of calls) expect([0, 400]).toContain(statusOf(await call.answer) || 0);
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 2 ** 20);
});

describe("a form that does not fit", () => {
  const receiverid = () => world.agents.jonas.id;
  const send = (fields: Record<string, string>, name = "file") => {
    const { payload, headers } = form(fields, { name: "a.txt", content: "hello" });
    const named = payload.toString().replace('name="file"', `name="${name}"`);
    return world.as("mira").post("/send-private-file", undefined, { payload: named, headers });
  };
  const repeated = (name: string, value: string) => {
    const { payload, headers } = form({ receiverid: receiverid() }, { name: "a.txt", content: "hello" });
    const again = `--a-boundary-of-the-tests\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    return world.as("mira").post("/send-private-file", undefined, { payload: again + payload, headers });
  };

  test.each([
    ["a field it does not know", () => send({ receiverid: receiverid(), role: "admin" }), "role: is unknown"],
    ["a field twice", () => repeated("receiverid", receiverid()), "receiverid: is there twice"],
    ["a file by another name", () => send({ receiverid: receiverid() }, "avatar"), "avatar: is unknown"],
  ])("a form with %s is refused", async (_name, call, message) => {
    const answer = await call();
    expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
  });

  test("fields after the file of a form are ignored", async () => {
    const { payload, headers } = form({ receiverid: receiverid() }, { name: "a.txt", content: "hello" });
    const end = "--a-boundary-of-the-tests--\r\n";
    const late = `--a-boundary-of-the-tests\r\ncontent-disposition: form-data; name="content"\r\n\r\nlate\r\n${end}`;
    const answer = await world
      .as("mira")
      .post("/send-private-file", undefined, { payload: payload.toString().replace(end, late), headers });
    expect([answer.statusCode, answer.json().content]).toEqual([201, ""]);
  });
});
