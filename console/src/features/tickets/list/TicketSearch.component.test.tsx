import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { agents, ticketOf } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork } from "../../../sample/network.ts";
import { TicketSearch } from "./TicketSearch.tsx";

const found = [
  ticketOf(agents.mira, { ticketid: "70000000-0000-4000-8000-00000000000a", client_name: "Dimitar Petrov" }),
  ticketOf(agents.mira, { ticketid: "70000001-0000-4000-8000-00000000000b", client_name: "Dimka Ilieva" }),
];
const field = page.getByLabelText("Search pending tickets");
const path = "/search-ticket/dim/open";

let network: Network;
const onLeave = vi.fn();
beforeEach(() => {
  onLeave.mockClear();
  network = openNetwork({ [path]: () => found, "/drafts": () => [] });
});

test("the search starts with the focus and a hint, and searches nothing for spaces", async () => {
  mount(<TicketSearch state="open" onLeave={onLeave} />);
  await expect.element(field).toHaveFocus();
  await expect.element(page.getByText("Type a name, a number, an ID or words from a message.")).toBeVisible();
  await userEvent.keyboard("  ");
  await userEvent.keyboard("dim");
  await expect.element(page.getByText("2 tickets found")).toBeInTheDocument();
  expect(network.calls.map((call) => call.path)).toEqual([path]);
});

test("the tickets found are cards that open", async () => {
  // The list renders only the tickets in view.
  mount(
    <div style={{ display: "flex", flexDirection: "column", height: 500 }}>
      <TicketSearch state="open" onLeave={onLeave} />
    </div>,
  );
  await field.fill("dim");
  await expect.element(page.getByRole("link", { name: /Dimitar Petrov/ })).toBeVisible();
  await expect.element(page.getByRole("link", { name: /Dimka Ilieva/ })).toBeVisible();
});

test("closed tickets are searched among the closed", async () => {
  network.on("/search-ticket/dim/closed", () => found.slice(0, 1));
  mount(<TicketSearch state="closed" onLeave={onLeave} />);
  await page.getByLabelText("Search closed tickets").fill("dim");
  await expect.element(page.getByText("1 ticket found")).toBeInTheDocument();
  expect(network.calls.map((call) => call.path)).toEqual(["/search-ticket/dim/closed"]);
});

test("a search without a match says so", async () => {
  network.on(path, () => []);
  mount(<TicketSearch state="open" onLeave={onLeave} />);
  await field.fill("dim");
  await expect.element(page.getByText("No tickets found!")).toBeVisible();
});

test("while the server searches, placeholders are shown", async () => {
  const answer = Promise.withResolvers<void>();
  network.on(path, async () => {
    await answer.promise;
    return found;
  });
  mount(<TicketSearch state="open" onLeave={onLeave} />);
  await field.fill("dim");
  const searching = page.getByRole("status", { name: "Searching" });
  await expect.element(searching).toBeInTheDocument();
  answer.resolve();
  await expect.element(searching).not.toBeInTheDocument();
});

test("a failed search can be repeated", async () => {
  network.on(path, broken);
  mount(<TicketSearch state="open" onLeave={onLeave} />);
  await field.fill("dim");
  await expect.element(page.getByText("The search failed")).toBeVisible();
  network.on(path, () => found);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(page.getByText("2 tickets found")).toBeInTheDocument();
});

test("Escape and the button leave the search", async () => {
  mount(<TicketSearch state="open" onLeave={onLeave} />);
  await field.fill("dim");
  await userEvent.keyboard("{Escape}");
  await page.getByRole("button", { name: "Leave the search" }).click();
  expect(onLeave).toHaveBeenCalledTimes(2);
});
