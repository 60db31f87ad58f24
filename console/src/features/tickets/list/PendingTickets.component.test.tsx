import type { Ticket } from "@parley/contract/tickets";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { keys, openTicketsQuery } from "../../../api/queries.ts";
import { agents, at, departments, ticketOf } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { rememberView } from "../views/remembered.ts";
import { chooseSort } from "../views/sorting.ts";
import { listedNow } from "./listed.ts";
import { offerAfter, withdrawOffer } from "./next-ticket.ts";
import { PendingTickets } from "./PendingTickets.tsx";
import { usePlace } from "./place.ts";

beforeEach(() => {
  openNetwork();
  rememberView("all");
  chooseSort("all", "activity");
});

const noViews = { views: [], order: [], time_zone: "UTC" };

test("a view shows only its tickets, and an empty one links to all", async () => {
  const cache = createCache();
  const own = { userid: agents.mira.id, user_name: "Mira Halvorsen", accepted: true };
  cache.setQueryData(keys.drafts, []);
  cache.setQueryData(keys.views, noViews);
  cache.setQueryData(openTicketsQuery.queryKey, [
    ticketOf(agents.mira, { client_name: "Olena Koval" }),
    ticketOf(agents.mira, { ...own, ticketid: "80000000-0000-4000-8000-000000000001" }),
  ]);
  mount(
    <div className="flex h-150 w-88 flex-col">
      <PendingTickets />
    </div>,
    { cache },
  );
  const cards = page.getByRole("listitem");
  await expect.element(cards).toHaveLength(2);
  expect(cards.first().element().getBoundingClientRect().height).toBeLessThanOrEqual(90);
  await page.getByRole("button", { name: /Waiting to be accepted/ }).click();
  await expect.element(cards).toHaveLength(1);
  await expect.element(cards).toMatchTextContent("Olena Koval");
  await page.getByRole("button", { name: /Others/ }).click();
  await page.getByRole("button", { name: "Show all" }).click();
  await expect.element(cards).toHaveLength(2);
});

test("the list is sorted as the agent chooses, and each view keeps its order", async () => {
  const cache = createCache();
  const mine = { userid: agents.mira.id, user_name: "Mira Halvorsen", accepted: true };
  const idOf = (n: number) => `8${n}000000-0000-4000-8000-000000000001`;
  cache.setQueryData(keys.drafts, []);
  cache.setQueryData(keys.views, noViews);
  cache.setQueryData(openTicketsQuery.queryKey, [
    ticketOf(agents.mira, { client_name: "Olena Koval", ...mine, ticketid: idOf(1), waits_since: at(3) }),
    ticketOf(agents.mira, {
      client_name: "Henrik Aas",
      ...mine,
      ticketid: idOf(2),
      due: { on: at(9), goal: "next" },
    }),
    ticketOf(agents.mira, { client_name: "Aylin Kaya", ticketid: idOf(3), created_on: at(1) }),
  ]);
  mount(
    <div className="flex h-150 w-88 flex-col">
      <PendingTickets />
    </div>,
    { cache },
  );
  const names = () =>
    page
      .getByRole("listitem")
      .elements()
      .map((card) => /Olena|Henrik|Aylin/.exec(card.textContent ?? "")?.[0]);
  const sort = page.getByRole("button", { name: /^Order:/ });
  await expect.poll(names).toEqual(["Olena", "Henrik", "Aylin"]);
  const choose = async (name: string) => {
    await sort.click();
    await page.getByRole("menuitem", { name }).click();
  };
  await choose("Due first");
  await expect.poll(names).toEqual(["Henrik", "Olena", "Aylin"]);
  await choose("Longest waiting");
  await expect.poll(names).toEqual(["Aylin", "Olena", "Henrik"]);
  await page.getByRole("button", { name: /Mine/ }).click();
  await expect.element(sort).toHaveAccessibleName("Order: Last activity");
  await page.getByRole("button", { name: /^All/ }).click();
  await expect.element(sort).toHaveAccessibleName("Order: Longest waiting");
  await expect.poll(names).toEqual(["Aylin", "Olena", "Henrik"]);
});

test("the list is remembered in the order of the chosen view, without its snoozed tickets", async () => {
  const cache = createCache();
  const snoozed = { on: at(1), until: null, by: agents.mira.id };
  const ticket = (n: number, facts: Partial<Ticket>) =>
    ticketOf(agents.mira, { ticketid: `8${n}000000-0000-4000-8000-000000000001`, userid: null, ...facts });
  cache.setQueryData(keys.drafts, []);
  cache.setQueryData(keys.views, noViews);
  cache.setQueryData(openTicketsQuery.queryKey, [
    ticket(1, { created_on: at(5) }),
    ticket(2, { userid: agents.jonas.id, accepted: true }),
    ticket(3, { created_on: at(2) }),
    ticket(4, { created_on: at(1), snoozed }),
  ]);
  mount(
    <div className="flex h-150 w-88 flex-col">
      <PendingTickets />
    </div>,
    { cache },
  );
  const listed = () =>
    listedNow([])
      .map(({ ticketid }) => ticketid[1])
      .join("");
  await expect.poll(listed).toBe("123");
  await page.getByRole("button", { name: /Waiting to be accepted/ }).click();
  await expect.poll(listed).toBe("31");
});

test("Accept is marked on the one ticket whose client has waited longest for a handler", async () => {
  const cache = createCache();
  const mine = { userid: agents.mira.id, user_name: "Mira Halvorsen", accepted: true };
  const snoozed = { on: at(1), until: null, by: agents.mira.id };
  const idOf = (n: number) => `8${n}000000-0000-4000-8000-000000000001`;
  cache.setQueryData(keys.drafts, []);
  cache.setQueryData(keys.views, noViews);
  cache.setQueryData(openTicketsQuery.queryKey, [
    ticketOf(agents.mira, { client_name: "Olena", ticketid: idOf(1), created_on: at(5) }),
    ticketOf(agents.mira, { client_name: "Aylin", ticketid: idOf(2), created_on: at(3) }),
    ticketOf(agents.mira, { client_name: "Henrik", ticketid: idOf(3), ...mine, waits_since: at(1) }),
    ticketOf(agents.mira, { client_name: "Nina", ticketid: idOf(4), created_on: at(2), snoozed }),
  ]);
  mount(
    <div className="flex h-150 w-88 flex-col">
      <PendingTickets />
    </div>,
    { cache },
  );
  await expect.element(page.getByText("Aylin")).toBeVisible();
  const marked = () =>
    page
      .getByRole("button", { name: /^Accept/ })
      .elements()
      .filter((one) => one.classList.contains("text-accent-text"))
      .map((one) => one.getAttribute("aria-label"));
  await expect.poll(marked).toEqual(["Accept the ticket of Aylin"]);
});

test("after a closing J opens the next ticket of the list, and without one the first", async () => {
  const cache = createCache();
  const idOf = (n: number) => `8${n}000000-0000-4000-8000-000000000001`;
  const tickets = [1, 2, 3, 4].map((n) => ticketOf(agents.mira, { ticketid: idOf(n) }));
  cache.setQueryData(keys.drafts, []);
  cache.setQueryData(keys.views, noViews);
  cache.setQueryData(
    openTicketsQuery.queryKey,
    tickets.filter(({ ticketid }) => ticketid !== idOf(2)),
  );
  const Opened = () => <output>{`open: ${usePlace().ticket}`}</output>;
  const Listed = () => (
    <div className="flex h-150 w-88 flex-col">
      <PendingTickets />
      <Opened />
    </div>
  );
  offerAfter(tickets, idOf(2));
  const { unmount } = mount(<Listed />, { cache });
  await expect.element(page.getByText("open: null")).toBeVisible();
  await userEvent.keyboard("j");
  await expect.element(page.getByText("open: 83000000")).toBeVisible();
  unmount();
  withdrawOffer();
  mount(<Listed />, { cache });
  await expect.element(page.getByText("open: null")).toBeVisible();
  await userEvent.keyboard("j");
  await expect.element(page.getByText("open: 81000000")).toBeVisible();
});

test("snoozed tickets stand behind one row at the end, which opens by click and by key", async () => {
  const cache = createCache();
  const snoozed = { on: at(1), until: "2099-03-02T08:00:00.000Z", by: agents.mira.id };
  cache.setQueryData(keys.drafts, []);
  cache.setQueryData(keys.views, noViews);
  cache.setQueryData(openTicketsQuery.queryKey, [
    ticketOf(agents.mira, { client_name: "Olena Koval", back: "time" }),
    ticketOf(agents.mira, {
      client_name: "Henrik Aas",
      snoozed,
      ticketid: "80000000-0000-4000-8000-000000000001",
    }),
  ]);
  mount(
    <div className="flex h-150 w-88 flex-col">
      <PendingTickets />
    </div>,
    { cache },
  );
  await expect.element(page.getByText("Back: its time came")).toBeVisible();
  const fold = page.getByRole("button", { name: "1 snoozed" });
  await expect.element(fold).toHaveAttribute("aria-expanded", "false");
  await expect.element(page.getByText("Henrik Aas")).not.toBeInTheDocument();
  (fold.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Henrik Aas")).toBeVisible();
  await expect.element(page.getByText(/^Snoozed until 2099-03-02/)).toBeInTheDocument();
  await fold.click();
  await expect.element(page.getByText("Henrik Aas")).not.toBeInTheDocument();
});

test("mentions are a view while there are some, also without a pending ticket; one cannot choose them", async () => {
  await page.viewport(1440, 900);
  const network = openNetwork({ "/tickets/mentioned": () => [sighted] });
  const sighted = {
    ...ticketOf(agents.mira, { client_name: "Olena Koval", ...departments.refunds }),
    sighted: true,
  };
  const askedForMentions = () => network.calls.filter(({ path }) => path === "/tickets/mentioned").length;
  const cache = createCache();
  cache.setQueryData(keys.drafts, []);
  cache.setQueryData(keys.views, noViews);
  cache.setQueryData(openTicketsQuery.queryKey, []);
  const list = (
    <div className="flex h-150 w-88 flex-col">
      <PendingTickets />
    </div>
  );
  const { unmount } = mount(list, { cache });
  await expect.element(page.getByText("No open tickets")).toBeVisible();
  const mentions = page.getByRole("button", { name: "Mentions 1" });
  await expect.element(mentions).toBeVisible();
  const row = page.getByRole("group", { name: "Views" });
  const [edge, first, last] = [row, row.getByRole("button", { name: /^All/ }), mentions].map((one) =>
    one.element().getBoundingClientRect(),
  );
  expect(first?.left).toBeGreaterThanOrEqual(edge?.left ?? 0);
  expect(last?.right).toBeLessThanOrEqual(edge?.right ?? 0);
  (mentions.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("listitem")).toMatchTextContent("Olena Koval");
  await expect.element(page.getByRole("button", { name: "Choose several tickets" })).not.toBeInTheDocument();
  cache.setQueryData(keys.mentionedTickets, []);
  await expect.element(page.getByText("No tickets here")).toBeVisible();
  await page.getByRole("button", { name: "Show all" }).click();
  await expect.element(page.getByText("No open tickets")).toBeVisible();
  await expect.element(mentions).not.toBeInTheDocument();
  unmount();
  expect(askedForMentions()).toBe(1);
  mount(list, { cache: createAdminCache(), viewer: agents.ingrid });
  await expect.element(page.getByText("No open tickets")).toBeVisible();
  expect(askedForMentions()).toBe(1);
});

/** An administrator sees every department. */
function createAdminCache() {
  const cache = createCache();
  cache.setQueryData(keys.drafts, []);
  cache.setQueryData(keys.views, noViews);
  cache.setQueryData(openTicketsQuery.queryKey, []);
  return cache;
}
