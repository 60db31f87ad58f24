import type { TicketDay } from "@parley/contract/ticket-table";
import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { changeLanguage } from "../../../i18n/index.ts";
import { mount } from "../../../sample/mount.tsx";
import { DayChart } from "./DayChart.tsx";

const today = "2026-11-22";
const chart = page.getByRole("region", { name: "Tickets by day" });
const onRetry = vi.fn();

const day = (name: string, facts: Partial<TicketDay> = {}): TicketDay => ({
  day: name,
  tickets: 3,
  closed: 1,
  acceptanceTime: 2.5,
  platforms: { telegram: 2, viber: 1 },
  ...facts,
});

function draw(days: TicketDay[] | undefined, failed = false) {
  mount(<DayChart days={days} filter={{}} today={today} failed={failed} onRetry={onRetry} />);
}

test("the newest day is named, and each has its numbers in a table for screen readers", async () => {
  draw([day("2026-11-21"), day(today, { acceptanceTime: null })]);
  await expect.element(chart.getByText("2026-11-22: 3 opened, 1 of them closed")).toBeVisible();
  const cells = chart.getByRole("row", { name: /^2026-11-22/ }).getByRole("cell");
  expect(cells.elements().map(({ textContent }) => textContent)).toEqual(["3", "1", "–"]);
});

test("the day under the pointer is named while it stays there", async () => {
  draw([day("2026-11-21", { tickets: 7 }), day(today)]);
  await expect.element(chart).toBeVisible();
  const bars = document.querySelectorAll('[aria-hidden="true"] > a');
  const before = bars[bars.length - 2] as HTMLElement;
  await userEvent.hover(before);
  await expect
    .element(chart.getByText("2026-11-21: 7 opened, 1 of them closed, accepted after 2.50 min on average"))
    .toBeVisible();
  await userEvent.unhover(before);
  await expect.element(chart.getByText(/^2026-11-22: 3 opened/)).toBeVisible();
});

test("a platform without a ticket is not in the legend", async () => {
  draw([day(today)]);
  await expect.element(chart.getByText("Telegram")).toBeVisible();
  await expect.element(chart.getByText("Viber")).toBeVisible();
  await expect.element(chart.getByText("WhatsApp")).not.toBeInTheDocument();
});

test("a failed load offers a retry; earlier data stays", async () => {
  draw(undefined, true);
  await page.getByRole("button", { name: "Retry" }).click();
  expect(onRetry).toHaveBeenCalledOnce();
  await expect.element(chart).not.toBeInTheDocument();
  draw([day(today)], true);
  await expect.element(chart).toBeVisible();
});

test("numbers are written as the viewer's language does", async () => {
  onTestFinished(() => changeLanguage("en"));
  await changeLanguage("nl");
  draw([day("2026-11-21"), day(today, { tickets: 20006, acceptanceTime: 12.97 })]);
  await expect.element(page.getByText(/20\.006 geopend/)).toBeVisible();
  const cells = page.getByRole("row", { name: /^2026-11-22/ }).getByRole("cell");
  expect(cells.elements().map(({ textContent }) => textContent)).toEqual(["20.006", "1", "12,97"]);
});
