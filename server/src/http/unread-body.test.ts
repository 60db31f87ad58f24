import { once } from "node:events";
import { request } from "node:http";
import { type AddressInfo, connect } from "node:net";
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

type Answer = { status: number | undefined; body: string };

/** Sends as browsers do: it reads the answer when everything has been sent. */
async function send(path: string, payload: Buffer, headers: Record<string, string>): Promise<Answer> {
  const own = { ...headers, "sec-fetch-site": "same-origin" };
  const call = request({ port, path, method: "POST", headers: own });
  const answered = new Promise<Answer>((resolve, reject) => {
    call.once("error", reject);
    call.once("response", async (response) => {
      const body = (await response.toArray()).join("");
      resolve({ status: response.statusCode, body });
    });
  });
  await new Promise<void>((sent) => call.end(payload, () => sent()));
  return answered;
}

async function upload(receiverid: string): Promise<Answer> {
  const file = { name: "film.mkv", content: Buffer.alloc(24 * 2 ** 20, 1) };
  const { payload, headers } = form({ receiverid }, file);
  return send("/send-private-file", payload, { ...headers, cookie: await world.as("mira").cookie() });
}

test("an upload refused midway is answered to a client that sends all of it first", async () => {
  const tooLarge = await upload(world.agents.jonas.id);
  expect([tooLarge.status, JSON.parse(tooLarge.body).code]).toEqual([413, "too_large"]);
});

test("an upload refused before a byte of the file is answered to such a client, too", async () => {
  const nobody = await upload(world.agents.omar.id);
  expect([nobody.status, JSON.parse(nobody.body).code]).toEqual([404, "not_found"]);
});

test.each([
  ["its length told", `content-length: ${8 * 2 ** 20}\r\n\r\n`, ""],
  ["in a chunk", `transfer-encoding: chunked\r\n\r\n${(8 * 2 ** 20).toString(16)}\r\n`, "\r\n0\r\n\r\n"],
])(
  "a JSON body that is too large is answered to a client that sends all of it first: %s",
  async (_how, ...ends) => {
    const head =
      "POST /auth/login HTTP/1.1\r\nhost: a\r\nsec-fetch-site: same-origin\r\ncontent-type: application/json\r\n";
    const socket = connect(port, "127.0.0.1");
    await new Promise<void>((sent, failed) => {
      socket.once("error", failed);
      socket.write(head + ends.join("1".repeat(8 * 2 ** 20)), (error) => (error ? failed(error) : sent()));
    });
    const [answer] = (await once(socket, "data")) as [Buffer];
    socket.destroy();
    expect(String(answer)).toMatch(/^HTTP\/1.1 413 .*"too_large"/s);
  },
);
