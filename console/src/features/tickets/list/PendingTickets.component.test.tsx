import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { keys, openTicketsQuery } from "../../../api/queries.ts";
import { agents, at, departments, ticketOf } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { PendingTickets } from "./PendingTickets.tsx";
import { chooseSegment } from "./segments.ts";

beforeEach(() => {
  openNetwork();
  chooseSegment("all");
});

test("a segment shows only its tickets, and an empty one links to all", async () => {
  const cache = createCache();
  const own = { userid: agents.mira.id, user_name: "Mira Halvorsen", accepted: true };
  cache.setQueryData(keys.drafts, []);
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
  expect(cards.first().element().getBoundingClientRect().height).toBeLessThanOrEqual(80);
  await page.getByRole("button", { name: /Waiting/ }).click();
  await expect.element(cards).toHaveLength(1);
  await expect.element(cards).toMatchTextContent("Olena Koval");
  await page.getByRole("button", { name: /Others/ }).click();
  await page.getByRole("button", { name: "Show all" }).click();
  await expect.element(cards).toHaveLength(2);
});

test("snoozed tickets stand behind one row at the end, which opens by click and by key", async () => {
  const cache = createCache();
  const snoozed = { on: at(1), until: "2099-03-02T08:00:00.000Z", by: agents.mira.id };
  cache.setQueryData(keys.drafts, []);
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

test("mentions are a segment when there are some, also without a pending ticket; one cannot choose them", async () => {
  await page.viewport(1440, 900);
  const network = openNetwork({ "/tickets/mentioned": () => [sighted] });
  const sighted = {
    ...ticketOf(agents.mira, { client_name: "Olena Koval", ...departments.refunds }),
    sighted: true,
  };
  const cache = createCache();
  cache.setQueryData(keys.drafts, []);
  cache.setQueryData(openTicketsQuery.queryKey, []);
  const list = (
    <div className="flex h-150 w-88 flex-col">
      <PendingTickets />
    </div>
  );
  const { unmount } = mount(list, { cache });
  await expect.element(page.getByText("No open tickets")).toBeVisible();
  const segment = page.getByRole("button", { name: "Mentions 1" });
  await expect.element(segment).toBeVisible();
  const row = page.getByRole("group", { name: "Show" });
  const [edge, first, last] = [row, row.getByRole("button", { name: "All" }), segment].map((one) =>
    one.element().getBoundingClientRect(),
  );
  expect(first?.left).toBeGreaterThanOrEqual(edge?.left ?? 0);
  expect(last?.right).toBeLessThanOrEqual(edge?.right ?? 0);
  (segment.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("listitem")).toMatchTextContent("Olena Koval");
  await expect.element(page.getByRole("button", { name: "Choose several tickets" })).not.toBeInTheDocument();
  cache.setQueryData(keys.mentionedTickets, []);
  await expect.element(page.getByText("No tickets here")).toBeVisible();
  await page.getByRole("button", { name: "Show all" }).click();
  await expect.element(page.getByText("No open tickets")).toBeVisible();
  await expect.element(segment).not.toBeInTheDocument();
  unmount();
  expect(network.calls).toHaveLength(1);
  mount(list, { cache: createAdminCache(), viewer: agents.ingrid });
  await expect.element(page.getByText("No open tickets")).toBeVisible();
  expect(network.calls).toHaveLength(1);
});

/** An administrator sees every department. */
function createAdminCache() {
  const cache = createCache();
  cache.setQueryData(keys.drafts, []);
  cache.setQueryData(openTicketsQuery.queryKey, []);
  return cache;
}
