import { createRef } from "react";
import { expect, test } from "vitest";
import { mount } from "../../../sample/mount.tsx";
import { FloatingDay, type FloatingDayHandle } from "./FloatingDay.tsx";

const shown = () => document.querySelector("[data-floating-day]");

test("the day of the visible messages shows while scrolling and disappears a moment after", async () => {
  const handle = createRef<FloatingDayHandle>();
  mount(<FloatingDay ref={handle} />);
  await expect.poll(() => handle.current).not.toBeNull();
  expect(shown()).toBeNull();
  handle.current?.scrolledTo("2026-11-21");
  await expect.poll(() => shown()?.getAttribute("data-floating-day")).toBe("shown");
  expect(shown()?.textContent).toBe("2026-11-21");
  handle.current?.scrolledTo("2026-11-20");
  await expect.poll(() => shown()?.textContent).toBe("2026-11-20");
  await expect.poll(() => shown()?.getAttribute("data-floating-day")).toBe("hidden");
});

test("no day floats over a day's own title", async () => {
  const handle = createRef<FloatingDayHandle>();
  mount(<FloatingDay ref={handle} />);
  await expect.poll(() => handle.current).not.toBeNull();
  handle.current?.scrolledTo("2026-11-21");
  await expect.poll(shown).not.toBeNull();
  handle.current?.scrolledTo(null);
  await expect.poll(shown).toBeNull();
});
