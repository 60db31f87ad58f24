/** Calls a server that gives these answers, one after the other. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { openVisitor } from "./visitor.ts";

async function askedOf(codes: string[], patient: boolean) {
  let asked = 0;
  const server = createServer((_, answer) => {
    const code = codes[asked];
    asked += 1;
    answer.writeHead(code ? 429 : 404, { "retry-after": "0" }).end(JSON.stringify({ code }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const visitor = openVisitor(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { patient });
  const { status } = await visitor.get("/");
  visitor.close();
  server.close();
  return { asked, status };
}

test("a patient caller retries while its agent has reached the limit of calls", async () => {
  expect(await askedOf(["too_many_calls", "too_many_calls"], true)).toEqual({ asked: 3, status: 404 });
});

test("any other limit is an answer, and so is each to a caller who is not patient", async () => {
  expect(await askedOf(["too_many_attempts"], true)).toEqual({ asked: 1, status: 429 });
  expect(await askedOf(["too_many_calls"], false)).toEqual({ asked: 1, status: 429 });
});
