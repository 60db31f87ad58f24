import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openTicketsQuery } from "../../../api/queries.ts";
import { agents, ticketOf } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { chooseTab, toggleClient } from "../../tickets/client/client-tab.ts";
import { RightColumn } from "./RightColumn.tsx";

const ticket = ticketOf(agents.mira);
const { ticketid, clientid } = ticket;
beforeEach(() => {
  chooseTab("client");
  openNetwork({
    [`/${ticketid}/client`]: () => ({
      ...{ clientid, short_id: "1042", client_name: "Dimitar Petrov", picture: null, account_number: null },
      ...{ address: null, note: null, blocked_on: false, created_on: ticket.created_on, emails: [] },
      ...{ language: null, time_zone: null, identities: [], tickets: 1, rating: null, edits: true },
    }),
    "/fields": () => [],
    "/tags": () => ({ closed: true, tags: [] }),
    "/channels": () => [],
    "/private-chats": () => [],
    "/auth/agents": () => [],
    [`/admin/${clientid}/client-tickets`]: () => [],
    [`/admin/${clientid}/client-files`]: () => [],
  });
});
function open(path: string) {
  const cache = createCache();
  cache.setQueryData(openTicketsQuery.queryKey, [ticket]);
  mount(
    <>
      <main id="chat" tabIndex={-1} />
      <RightColumn />
    </>,
    { cache, path },
  );
}
const column = page.getByRole("complementary");
const name = page.getByRole("heading", { name: "Dimitar Petrov" });

test("the colleagues stand alone without a ticket, under their own title", async () => {
  open("/");
  await expect.element(page.getByRole("heading", { name: "Colleagues" })).toBeVisible();
  await expect.element(page.getByRole("tab")).not.toBeInTheDocument();
});

test("the client is shown beside a ticket, and the colleagues by their tab or the arrow keys", async () => {
  open(`/?ticket=${ticketid.slice(0, 8)}`);
  await expect.element(name).toBeVisible();
  await page.getByRole("tab", { name: "Colleagues" }).click();
  await expect.element(page.getByText("No colleagues yet")).toBeVisible();
  await expect.element(name).not.toBeInTheDocument();
  await userEvent.keyboard("{ArrowLeft}{Enter}");
  await expect.element(name).toBeVisible();
});

test("the key shows the client with the focus, and leads back to the chat; so does Escape", async () => {
  open(`/?ticket=${ticketid.slice(0, 8)}`);
  await expect.element(name).toBeVisible();
  chooseTab("colleagues");
  toggleClient();
  await expect.poll(() => document.activeElement?.hasAttribute("data-client")).toBe(true);
  toggleClient();
  expect(document.activeElement?.id).toBe("chat");
  toggleClient();
  await expect.poll(() => document.activeElement?.hasAttribute("data-client")).toBe(true);
  await userEvent.keyboard("{Escape}");
  expect(document.activeElement?.id).toBe("chat");
  expect(column.elements()).toHaveLength(1);
});
