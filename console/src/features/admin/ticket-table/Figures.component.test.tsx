import { platforms } from "@parley/contract/platforms";
import type { TicketFigures } from "@parley/contract/ticket-table";
import type { Platform } from "@parley/contract/values";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
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

beforeEach(() => {
  openNetwork({ "/channels": () => platforms.map((platform) => ({ channelid: platform, platform })) });
});

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

test("the platforms' counts stand in one line on a phone, each as large as a finger", async () => {
  await page.viewport(390, 844);
  mount(<Figures figures={figures} days={[]} filter={{}} today="2026-11-22" />);
  await expect.element(page.getByRole("heading", { name: "Total tickets" })).toBeVisible();
  const boxes = [...card("Total tickets").querySelectorAll("p a")].map((link) =>
    link.getBoundingClientRect(),
  );
  expect(boxes).toHaveLength(platforms.length);
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
  for (const { width, height } of boxes) expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  expect(card("Total tickets").getBoundingClientRect().height).toBeLessThan(150);
});

test("a channel that is not connected is left out until it has tickets", async () => {
  openNetwork({ "/channels": () => [{ channelid: "m", platform: "email" }] });
  const none = {
    viberTickets: 0,
    viberClosed: 0,
    webTickets: 0,
    webClosed: 0,
    emailTickets: 0,
    whatsappTickets: 0,
    gatewayTickets: 0,
    gatewayClosed: 0,
  };
  const { draw } = mount(
    <Figures figures={{ ...figures, ...none }} days={[]} filter={{}} today="2026-11-22" />,
  );
  const names = () =>
    [...card("Total tickets").querySelectorAll("p a")].map(({ textContent }) => textContent);
  await expect.poll(names).toEqual(["Telegram 500", "WhatsApp 0", "Email 0"]);
  draw(<Figures figures={{ ...figures, ...none, webTickets: 1 }} days={[]} filter={{}} today="2026-11-22" />);
  await expect.poll(names).toContain("Web chat 1");
});

test.each([390, 1201, 1440])("at %i px no line of a card runs over its words", async (width) => {
  await page.viewport(width, 900);
  const day = (at: number) => ({
    ...{ day: `2026-11-${at}`, tickets: at, closed: at, acceptanceTime: at, platforms: {} },
  });
  const large = {
    ...figures,
    totalTickets: 1_234_567,
    averageAcceptanceTime: 1234.56,
    acceptanceWithinHours: true,
  };
  mount(<Figures figures={large} days={[day(20), day(21), day(22)]} filter={{}} today="2026-11-22" />);
  await expect.element(page.getByText("1,234,567")).toBeVisible();
  for (const title of titles) {
    const box = card(title);
    const drawn = box.querySelector('svg[preserveAspectRatio="none"]')?.getBoundingClientRect();
    if (!drawn) continue;
    for (const words of box.querySelectorAll("h2, p")) {
      const text = document.createRange();
      text.selectNodeContents(words);
      for (const { left, right, top, bottom } of text.getClientRects())
        expect(right <= drawn.left || left >= drawn.right || bottom <= drawn.top || top >= drawn.bottom).toBe(
          true,
        );
    }
    expect(drawn.right).toBeLessThanOrEqual(box.getBoundingClientRect().right);
  }
});
