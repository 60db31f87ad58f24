import { type AddressInfo, createServer, type Socket } from "node:net";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { eventHandlers } from "../features/account/live/event-handlers.ts";
import { agents } from "../sample/build.ts";
import { openLive } from "./events.ts";

afterEach(() => vi.unstubAllGlobals());

/** A desk that accepts connections and answers none. */
async function startSilentDesk() {
  const tries: Socket[] = [];
  const server = createServer((socket) => tries.push(socket.on("error", () => undefined)));
  onTestFinished(() => {
    server.close();
    for (const socket of tries) socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { tries, port: (server.address() as AddressInfo).port };
}

test.each(["offline", "online"])(
  "a connection that still opens when the browser goes %s is opened again at once",
  async (event) => {
    const { tries, port } = await startSilentDesk();
    vi.stubGlobal("window", new EventTarget());
    vi.stubGlobal("location", new URL(`http://127.0.0.1:${port}/`));
    const cache = new QueryClient();
    const close = openLive(cache, eventHandlers(cache, agents.mira));
    await vi.waitFor(() => expect(tries).toHaveLength(1));
    window.dispatchEvent(new Event(event));
    await vi.waitFor(() => expect(tries).toHaveLength(2), { timeout: 5_000 });
    close();
  },
);
