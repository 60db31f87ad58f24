import type { FigureCounts, Figures } from "@parley/contract/figures";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { changeLanguage, loadTexts } from "../../../i18n/index.ts";
import { agents } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork } from "../../../sample/network.ts";
import { FiguresPage } from "./FiguresPage.tsx";

let network: Network;
beforeEach(async () => {
  await loadTexts("admin", "message", "ticketTable", "tags", "reasons", "routing");
  network = openNetwork();
  for (const path of ["/auth/get-departments", "/channels"]) network.on(path, () => []);
  network.on("/auth/agents", () => []);
  network.on("/figure-mail", () => ({ weekly: false }));
  network.on("/tags", () => ({ closed: false, tags: [] }));
});

const none: FigureCounts = {
  ...{ opened: 0, reopened: 0, closed: 0, received: 0, sent: 0, goals_met: 0, goals_missed: 0 },
  ...{ stars: [0, 0, 0], with_words: 0 },
};
const length = (median: number | null) => ({ count: 1, median, p90: median });
const times = (clock: number | null, open: number | null) => ({ clock: length(clock), open: length(open) });
const counted = { ...none, opened: 42, closed: 30, received: 90, sent: 80, stars: [1, 2, 7], with_words: 1 };
const mira = agents.mira.id;
const figures: Figures = {
  ...{ from: "2026-11-27", to: "2026-11-28", time_zone: "Europe/Oslo", counting: false, waiting: 3 },
  ...{ counts: { ...counted, goals_met: 9, goals_missed: 1 }, before: { ...none, opened: 40, closed: 4 } },
  ...{ accept: times(70, 5), answer: times(90, 7), close: times(3_000, 600) },
  days: [
    { day: "2026-11-27", ...none, answer: null, answer_open: null },
    { day: "2026-11-28", ...counted, answer: 90, answer_open: 7 },
  ],
  hours: [{ weekday: 6, hour: 9, opened: 42, received: 90 }],
  waiting_hours: [{ weekday: 1, hour: 8, waiting: 2.5 }],
  agents: [{ userid: mira, name: "Mira Halvorsen", ...counted, accepted: 12, answer: 90, answer_open: 7 }],
  rules: [{ ruleid: "a1000000-0000-4000-8000-000000000001", name: "Urgent first", runs: 7, tickets: 5 }],
  routes: [{ basis: "round_robin", offers: 12, accepted: 9, lapsed: 2 }],
  words: [
    {
      ...{
        ticketid: "70000001-0000-4000-8000-000000000001",
        client_name: "Olena Koval",
        agent_name: "Mira Halvorsen",
      },
      ...{ stars: 3, words: "Quick and kind", rated_on: "2026-11-28T09:00:00.000Z" },
    },
  ],
};
const draw = (answer: () => unknown = () => figures, search = "") => {
  network.on("/figures", answer);
  mount(<FiguresPage />, { viewer: agents.ingrid, path: `/admin-panel/tickets/figures${search}` });
};
const href = (name: RegExp) => page.getByRole("link", { name }).element().getAttribute("href") ?? "";

test("figures that do not come are asked for again", async () => {
  draw(broken);
  await expect.element(page.getByText("The figures could not be loaded")).toBeVisible();
  network.on("/figures", () => figures);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(page.getByRole("heading", { name: "Who answers" })).toBeVisible();
});

test("days in which nothing happened say so, and earlier tickets that are still being counted", async () => {
  const empty = { ...figures, counts: none, agents: [], words: [], hours: [], days: [], counting: true };
  draw(() => empty);
  await expect.element(page.getByText("Nothing happened in these days")).toBeVisible();
  await expect.element(page.getByText("Earlier tickets are still being counted.")).toBeVisible();
});

test("numbers lead to their tickets, and compare with the days before where those were enough", async () => {
  draw();
  await expect.element(page.getByText("+5% to the days before")).toBeVisible();
  await expect.element(page.getByText("missed: 1")).toBeVisible();
  const days = "from=2026-11-27&to=2026-11-28";
  for (const [name, figure] of [
    [/^Opened 42/, "opened"],
    [/^Closed 30/, "closed"],
    [/^Reopened 0/, "reopened"],
    [/^First answer 7 min/, "answered"],
    [/^Goals met 90%/, "goals_met"],
    [/^missed: 1/, "goals_missed"],
    [/^Messages received 90/, "received"],
    [/^Messages sent 80/, "sent"],
    [/^Stars 2.6/, "rated"],
  ] as const)
    expect(href(name)).toBe(`/admin-panel/tickets?figure=${figure}&${days}`);
  expect(href(/^Waiting now 3/)).toBe("/admin-panel/tickets?stage=waiting");
  const agent = page.getByRole("row", { name: /^Mira/ });
  expect(agent.getByRole("link", { name: "12" }).element().getAttribute("href")).toBe(
    `/admin-panel/tickets?agent=${mira}&figure=accepted&${days}`,
  );
  await expect.element(page.getByText("Quick and kind")).toBeVisible();
  expect(page.getByText(/to the days before/).elements()).toHaveLength(1);
});

test("each chart has its numbers in a table, and hours are said with their weekday", async () => {
  draw();
  await page.getByText("As a table").first().click();
  const row = page
    .getByRole("region", { name: "Opened and closed by day" })
    .getByRole("row", { name: "11-28 42 30" });
  await expect.element(row).toBeVisible();
  expect(row.getByRole("link", { name: "42" }).element().getAttribute("href")).toContain(
    "figure=opened&from=2026-11-28&to=2026-11-28",
  );
  const hours = page.getByRole("region", { name: "When clients write" }).first();
  await expect.element(hours.getByTitle("Saturday, 9–10: 90")).toBeVisible();
  await hours.getByText("As a table").click();
  await expect.element(hours.getByRole("row", { name: "9–10 0 0 0 0 0 90 0" })).toBeVisible();
  const waiting = page.getByRole("region", { name: "Waiting over the day" }).first();
  const monday = waiting.getByTitle("Monday, 8–9: 2.5");
  await expect.element(monday).toBeVisible();
  expect(monday.element().getAttribute("href")).toContain("figure=waited&figure_of=1-08");
  expect(hours.getByRole("link", { name: "90" }).element().getAttribute("href")).toContain("figure_of=6-09");
});

test("rules and routing have a table of what they did, and none where they did nothing", async () => {
  draw();
  await expect.element(page.getByRole("row", { name: "Urgent first 7 5" })).toBeVisible();
  const offers = page.getByRole("row", { name: "longest without an offer 12 9 2" });
  await expect.element(offers).toBeVisible();
  expect(offers.getByRole("link", { name: "2", exact: true }).element().getAttribute("href")).toContain(
    "figure=lapsed_offers&figure_of=round_robin",
  );
  network.on("/figures", () => ({ ...figures, rules: [], routes: [] }));
  await page.getByRole("combobox", { name: "Days" }).click();
  await page.getByRole("option", { name: "Last 7 days" }).click();
  await expect.element(page.getByRole("region", { name: "What rules did" })).not.toBeInTheDocument();
});

test("times count opening hours, or the clock by choice", async () => {
  draw();
  await expect.element(page.getByRole("row", { name: "Mira Halvorsen 12 7 min 80 30 0 2.6" })).toBeVisible();
  await page.getByRole("combobox", { name: "Times" }).click();
  await page.getByRole("option", { name: "By the clock" }).click();
  await expect.element(page.getByText("1 hr 30 min").first()).toBeVisible();
});

test("a range is chosen by keyboard, and the exported file has the same range", async () => {
  draw();
  await expect.element(page.getByRole("heading", { name: "Who answers" })).toBeVisible();
  (page.getByRole("combobox", { name: "Days" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await page.getByRole("option", { name: "Last 7 days" }).click();
  await expect.poll(() => network.calls.some(({ path }) => path.startsWith("/figures?days=7"))).toBe(true);
  expect(href(/Export CSV/)).toContain("/export-figures?days=7");
});

test("the texts are in the viewer's language", async () => {
  onTestFinished(() => changeLanguage("en"));
  await changeLanguage("nl");
  draw();
  await expect.element(page.getByRole("heading", { name: "Wie antwoordt" })).toBeVisible();
  await expect.element(page.getByText("Wanneer klanten schrijven").first()).toBeVisible();
});

test("an administrator asks for the week's figures by mail, and hears why that fails", async () => {
  draw();
  network.on("/save-figure-mail", broken);
  const weekly = page.getByRole("switch", { name: "Mail me the week’s figures each Monday" });
  await weekly.click();
  await expect.element(page.getByText(/The mail could not be changed/)).toBeVisible();
  await expect.element(weekly).not.toBeChecked();
  network.on("/save-figure-mail", () => ({ weekly: true }));
  await weekly.click();
  await expect.element(weekly).toBeChecked();
});
