import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { loadTexts } from "../../../i18n/index.ts";
import { mount } from "../../../sample/mount.tsx";
import { FigureFilter } from "./FigureFilter.tsx";

test("tickets behind a figure say which, and are all tickets without it", async () => {
  await loadTexts("ticketTable");
  const onClear = vi.fn();
  mount(<FigureFilter figure="received" of="1-09" onClear={onClear} />);
  await expect.element(page.getByText("Figure: Messages received, Monday, 9–10")).toBeVisible();
  await page.getByRole("button", { name: "Remove the figure" }).click();
  expect(onClear).toHaveBeenCalledTimes(1);
});
