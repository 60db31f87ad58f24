import { expect, test, vi } from "vitest";
import { openConsole } from "./open.ts";

const pageOf = (focused: boolean) => ({ focused, focus: vi.fn(), postMessage: vi.fn() });

function consoles(...pages: ReturnType<typeof pageOf>[]) {
  const openWindow = vi.fn();
  return { openWindow, matchAll: async () => pages as unknown as readonly never[] };
}

test("a click on a notification opens a console at the address when none is open", async () => {
  const windows = consoles();
  await openConsole(windows, "/?ticket=0b5c9a51");
  expect(windows.openWindow).toHaveBeenCalledExactlyOnceWith("/?ticket=0b5c9a51");
});

test("a click on a notification leads the console in front there, else any open one", async () => {
  const [behind, front] = [pageOf(false), pageOf(true)];
  const windows = consoles(behind, front);
  await openConsole(windows, "/?ticket=0b5c9a51");
  expect(front.postMessage).toHaveBeenCalledExactlyOnceWith({ type: "open", path: "/?ticket=0b5c9a51" });
  expect(front.focus).toHaveBeenCalledOnce();
  expect(behind.focus).not.toHaveBeenCalled();
  await openConsole(consoles(behind), "/");
  expect(behind.focus).toHaveBeenCalledOnce();
  expect(windows.openWindow).not.toHaveBeenCalled();
});
