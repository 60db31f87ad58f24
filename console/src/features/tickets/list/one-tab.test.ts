import { afterEach, expect, test, vi } from "vitest";
import { inOneTab } from "./one-tab.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("one of several tabs sounds, and for another ticket one sounds again", async () => {
  vi.useFakeTimers();
  const held = new Set<string>();
  vi.stubGlobal("navigator", {
    locks: {
      async request(name: string, _options: object, run: (lock: object | null) => Promise<void>) {
        if (held.has(name)) return run(null);
        held.add(name);
        await run({});
        held.delete(name);
      },
    },
  });
  const chime = vi.fn();
  const tabs = [inOneTab("chime.one", chime), inOneTab("chime.one", chime), inOneTab("chime.two", chime)];
  expect(chime).toHaveBeenCalledTimes(2);
  await vi.runAllTimersAsync();
  await Promise.all(tabs);
});

test("each tab sounds where the browser has no locks", async () => {
  vi.stubGlobal("navigator", {});
  const chime = vi.fn();
  await inOneTab("chime.one", chime);
  expect(chime).toHaveBeenCalledOnce();
});
