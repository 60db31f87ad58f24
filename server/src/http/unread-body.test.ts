import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { form } from "../../../test/world/form.ts";
import { createWorld, type World } from "../../../test/world.ts";

let world: World;
let port: number;
beforeAll(async () => {
  world = await createWorld({ env: { MAX_UPLOAD_MB: "1" } });
  await world.app.listen({ host: "127.0.0.1", port: 0 });
  port = (world.app.server.address() as AddressInfo).port;
});
afterAll(() => world.close());

/** As browsers do: the answer is looked at when all of it has been sent. */
async function upload(receiverid: string): Promise<{ status: number | undefined; body: string }> {
  const file = { name: "film.mkv", content: Buffer.alloc(24 * 2 ** 20, 1) };
  const { payload, headers } = form({ receiverid }, file);
  const own = { ...headers, cookie: await world.as("mira").cookie(), "sec-fetch-site": "same-origin" };
  const call = request({ port, path: "/send-private-file", method: "POST", headers: own });
  const answered = new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    call.once("error", reject);
    call.once("response", async (response) => {
      const body = (await response.toArray()).join("");
      resolve({ status: response.statusCode, body });
    });
  });
  await new Promise<void>((sent) => call.end(payload, () => sent()));
  return answered;
}

test("an upload refused midway is answered to a client that sends all of it first", async () => {
  const tooLarge = await upload(world.agents.jonas.id);
  expect([tooLarge.status, JSON.parse(tooLarge.body).code]).toEqual([413, "too_large"]);
});

test("so is one refused before a byte of the file is read", async () => {
  const nobody = await upload(world.agents.omar.id);
  expect([nobody.status, JSON.parse(nobody.body).code]).toEqual([404, "not_found"]);
});
