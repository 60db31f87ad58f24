import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { mount } from "../sample/mount.tsx";
import { toast } from "./toast.ts";

const boxOf = (text: string) => page.getByText(text).element().closest("div")?.getBoundingClientRect();

test.each([
  [1440, 900],
  [390, 844],
])("at %i × %i a toast stands above the area to keep clear, also when that grows", async (width, height) => {
  await page.viewport(width, height);
  mount(
    <footer data-keep-clear className="fixed inset-x-0 bottom-0 h-24 bg-raised">
      <textarea aria-label="Composer" />
    </footer>,
  );
  toast("Ticket reassigned to Refunds");
  await expect.element(page.getByText("Ticket reassigned to Refunds")).toBeVisible();
  const footer = document.querySelector("footer") as HTMLElement;
  const clear = () =>
    (boxOf("Ticket reassigned to Refunds")?.bottom ?? 0) <= footer.getBoundingClientRect().top;
  await expect.poll(clear).toBe(true);
  footer.className = "fixed inset-x-0 bottom-0 h-52 bg-raised";
  await expect.poll(clear).toBe(true);
  expect(boxOf("Ticket reassigned to Refunds")?.left).toBeGreaterThanOrEqual(0);
});

test("an area to keep clear elsewhere does not move a toast, which never leaves the screen", async () => {
  await page.viewport(320, 256);
  mount(<footer data-keep-clear className="fixed inset-x-0 bottom-0 h-60" />);
  toast("Saved");
  await expect.poll(() => boxOf("Saved")?.top ?? -1).toBeGreaterThanOrEqual(0);
  await page.viewport(1440, 900);
  const beside = document.querySelector("footer") as HTMLElement;
  beside.className = "fixed bottom-0 left-0 h-60 w-40";
  await expect.poll(() => 900 - (boxOf("Saved")?.bottom ?? 0)).toBeLessThan(20);
});

test("an action runs once and closes the toast", async () => {
  const run = vi.fn();
  mount(<p>Page</p>);
  toast("Jonas is disabled.", "neutral", { actions: [{ label: "Undo", run }] });
  await page.getByRole("button", { name: "Undo" }).click();
  expect(run).toHaveBeenCalledOnce();
  await expect.element(page.getByText("Jonas is disabled.")).not.toBeInTheDocument();
});

test("a short text keeps the close button beside it", async () => {
  mount(<p>Page</p>);
  toast("Bubble saved");
  const text = page.getByText("Bubble saved");
  await expect.element(text).toBeVisible();
  const { bottom } = text.element().getBoundingClientRect();
  const button = page.getByRole("button", { name: "Dismiss" }).element().getBoundingClientRect();
  expect(button.top).toBeLessThan(bottom);
});
