import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { keys, openTicketsQuery } from "../../../api/queries.ts";
import { agents, ticketOf } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { PendingTickets } from "./PendingTickets.tsx";
import { chooseSegment } from "./segments.ts";

beforeEach(() => chooseSegment("all"));

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
