import type { SearchResult } from "@parley/contract/messages";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { agents, message, ticketOf } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork } from "../../../sample/network.ts";
import { ChatSearch } from "./ChatSearch.tsx";

const ticket = ticketOf(agents.mira);
const field = page.getByLabelText("Search messages");
const rows = page.getByRole("listitem");
const result = (seq: number, content: string): SearchResult => {
  const { messageid, ticketid, created_on, type, isagent, created_by_name } = message({ seq });
  return { messageid, ticketid, seq, created_on, type, content, isagent, created_by_name };
};
const found = [result(9, "The boat leaves at nine"), result(4, "Which boat is it?")];

let network: Network;
const onJump = vi.fn();
const onClose = vi.fn();
beforeEach(() => {
  vi.clearAllMocks();
  network = openNetwork({ "/search-message": () => found });
});

function search() {
  mount(<ChatSearch ticket={ticket} onJump={onJump} onClose={onClose} />);
}

const asked = () =>
  network.calls.map(({ path }) => new URLSearchParams(path.slice(path.indexOf("?"))).get("keyword"));

test("the field has the focus, and a pause in typing sends one search", async () => {
  search();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard("  boat ");
  await expect.element(rows).toHaveLength(2);
  expect(asked()).toEqual(["boat"]);
  await expect.element(page.getByText("2 messages found")).toBeInTheDocument();
});

test("the search names the ticket and when it began", async () => {
  search();
  await field.fill("boat");
  await expect.element(rows).toHaveLength(2);
  const query = new URLSearchParams(network.calls[0]?.path.split("?")[1]);
  expect(query.get("ticketid")).toBe(ticket.ticketid);
  expect(query.get("created_on")).toBe(ticket.created_on);
});

test("spaces alone search nothing", async () => {
  search();
  await field.fill("   ");
  await field.fill("boat");
  await expect.element(rows).toHaveLength(2);
  expect(asked()).toEqual(["boat"]);
});

test("Enter jumps to one result after the other, and after the last to the first", async () => {
  search();
  await field.fill("boat");
  await expect.element(rows).toHaveLength(2);
  await userEvent.keyboard("{Enter}{Enter}{Enter}");
  expect(onJump.mock.calls.map(([{ seq }]) => seq)).toEqual([9, 4, 9]);
});

test("another keyword starts at its first result again", async () => {
  search();
  await field.fill("boat");
  await expect.element(rows).toHaveLength(2);
  await userEvent.keyboard("{Enter}");
  network.on("/search-message", () => [result(7, "The ferry"), result(2, "A ferry")]);
  await field.fill("ferry");
  await expect.element(page.getByText("The ", { exact: false }).first()).toBeVisible();
  await expect.element(rows.first()).toMatchTextContent("ferry");
  await field.click();
  await userEvent.keyboard("{Enter}");
  expect(onJump.mock.calls.map(([{ seq }]) => seq)).toEqual([9, 7]);
});

test("the arrows move between the field and the results, and stop at either end", async () => {
  search();
  await field.fill("boat");
  await expect.element(rows).toHaveLength(2);
  await userEvent.keyboard("{ArrowUp}");
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(rows.first().getByRole("button")).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
  await expect.element(rows.last().getByRole("button")).toHaveFocus();
  await userEvent.keyboard("{ArrowUp}{ArrowUp}");
  await expect.element(field).toHaveFocus();
});

test("Enter on a result jumps to it, once", async () => {
  search();
  await field.fill("boat");
  await expect.element(rows).toHaveLength(2);
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  expect(onJump.mock.calls.map(([{ seq }]) => seq)).toEqual([4]);
});

test("a keyword without results says so", async () => {
  network.on("/search-message", () => []);
  search();
  await field.fill("zebra");
  await expect.element(page.getByText("No search results")).toBeVisible();
  await userEvent.keyboard("{Enter}");
  expect(onJump).not.toHaveBeenCalled();
});

test("a failed search can be repeated", async () => {
  network.on("/search-message", broken);
  search();
  await field.fill("boat");
  await expect.element(page.getByRole("alert")).toMatchTextContent("The search failed");
  network.on("/search-message", () => found);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(rows).toHaveLength(2);
});

test("the button closes the search", async () => {
  search();
  await page.getByRole("button", { name: "Close the search" }).click();
  expect(onClose).toHaveBeenCalledOnce();
});
