import { platforms } from "@parley/contract/platforms";
import type { TicketFigures } from "@parley/contract/ticket-table";
import type { Platform } from "@parley/contract/values";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { mount } from "../../../sample/mount.tsx";
import { Figures } from "./Figures.tsx";

const perPlatform = Object.fromEntries(
  platforms.flatMap((platform) => [
    [`${platform}Tickets`, 100],
    [`${platform}Closed`, 90],
  ]),
) as Record<`${Platform}${"Tickets" | "Closed"}`, number>;
const figures: TicketFigures = {
  totalTickets: 1240,
  pendingTickets: 12,
  averageAcceptanceTime: 3.5,
  acceptanceWithinHours: false,
  timeZone: "UTC",
  closedTickets: 1200,
  ...perPlatform,
  telegramTickets: 500,
  telegramClosed: 480,
};
const card = (name: string) =>
  page.getByRole("heading", { name, exact: true }).element().closest(".rounded-card") as HTMLElement;
const titles = ["Total tickets", "Pending tickets", "Average acceptance time", "Closed tickets"];

test("the four cards have one height, and the platforms' counts inside are links", async () => {
  await page.viewport(1440, 900);
  mount(<Figures figures={figures} days={[]} filter={{}} today="2026-11-22" />);
  await expect.element(page.getByRole("heading", { name: "Total tickets" })).toBeVisible();
  const boxes = titles.map((title) => card(title).getBoundingClientRect());
  expect(new Set(boxes.map(({ top, height }) => `${top} ${height}`)).size).toBe(1);
  const [total, , , closed] = titles.map(card);
  for (const [box, count, path] of [
    [total, "500", "?platform=telegram"],
    [closed, "480", "platform=telegram"],
  ] as const) {
    const link = [...(box?.querySelectorAll("a") ?? [])].find(({ textContent }) =>
      textContent?.includes(count),
    );
    expect(link?.getAttribute("href")).toContain(path);
    const { left, top, width, height } = link?.getBoundingClientRect() ?? new DOMRect();
    expect(link?.contains(document.elementFromPoint(left + width / 2, top + height / 2))).toBe(true);
  }
  // Everywhere else the card links to the tickets it counts.
  const { right, bottom } = card("Pending tickets").getBoundingClientRect();
  const under = document.elementFromPoint(right - 20, bottom - 8)?.closest("a");
  expect(under?.getAttribute("href")).toContain("stage=waiting");
});

test("on a phone the platforms' counts stand in one line, each as large as a finger", async () => {
  await page.viewport(390, 844);
  mount(<Figures figures={figures} days={[]} filter={{}} today="2026-11-22" />);
  await expect.element(page.getByRole("heading", { name: "Total tickets" })).toBeVisible();
  const boxes = [...card("Total tickets").querySelectorAll("p a")].map((link) =>
    link.getBoundingClientRect(),
  );
  expect(boxes).toHaveLength(5);
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
  for (const { width, height } of boxes) expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  expect(card("Total tickets").getBoundingClientRect().height).toBeLessThan(150);
});
