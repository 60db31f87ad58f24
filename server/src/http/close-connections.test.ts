import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { createWorld } from "../../../test/world.ts";

test("a stop does not wait for idle connections", async () => {
  const world = await createWorld();
  const url = new URL(await world.app.listen({ host: "127.0.0.1", port: 0 }));
  const open = async (text: string) => {
    const connection = connect(Number(url.port), url.hostname);
    await once(connection, "connect");
    if (text) await new Promise<unknown>((written) => connection.write(text, written));
    return connection;
  };
  const ahead = await open("");
  const half = await open("GET /health HTTP/1.1\r\nHo");
  const again = await open(`GET /health HTTP/1.1\r\nHost: ${url.host}\r\n\r\n`);
  await once(again, "data");
  again.write("GET /hea");
  const connections = [ahead, half, again];
  // A reset also ends a connection.
  const ended = connections.map(
    (connection) => new Promise((done) => connection.resume().on("error", done).once("close", done)),
  );
  await world.close();
  await Promise.all(ended);
  expect(connections.every(({ destroyed }) => destroyed)).toBe(true);
});
