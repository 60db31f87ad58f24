import type { Pin } from "@parley/contract/pins";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { agents, at, message, ticketOf } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork, Status } from "../../../sample/network.ts";
import { PinnedPanel } from "./PinnedPanel.tsx";

const ticket = ticketOf(agents.mira);
const list = `/${ticket.ticketid}/get-pinned-msg`;
const unpinPath = `/${ticket.ticketid}/unpin-message`;
const pin = (seq: number, facts: Partial<Pin> = {}): Pin => {
  const { messageid, ticketid, clientid, created_on } = message({ seq });
  return {
    ...{ messageid, ticketid, clientid, created_on, seq },
    agentid: agents.jonas.id,
    username: "Jonas Lind",
    type: "text",
    content: `message ${seq}`,
    fileName: null,
    isagent: false,
    created_by_name: null,
    pinned_on: at(seq + 30),
    ...facts,
  };
};
const panel = page.getByRole("region", { name: /^Pinned messages/ });
const rows = panel.getByRole("listitem");

let pins: Pin[];
let network: Network;
const onJump = vi.fn();
const onClose = vi.fn();
beforeEach(() => {
  vi.clearAllMocks();
  pins = [pin(4), pin(2)];
  network = openNetwork({ [list]: () => pins, [unpinPath]: () => ({}) });
});

function open() {
  mount(<PinnedPanel ticket={ticket} onJump={onJump} onClose={onClose} />);
}

test("the panel takes the focus, counts the pins, and says who pinned each message", async () => {
  open();
  await expect.element(panel).toHaveFocus();
  await expect.element(rows).toHaveLength(2);
  await expect.element(panel.getByRole("heading")).toMatchTextContent("Pinned messages2");
  await expect.element(rows.first()).toMatchTextContent("Dimitar Petrov");
  await expect.element(rows.first()).toMatchTextContent("message 4");
  await expect.element(rows.first()).toMatchTextContent("pinned by Jonas Lind");
});

test("an agent's message has the agent's name, a photo its kind and caption", async () => {
  pins = [
    pin(4, { isagent: true, created_by_name: "Mira Halvorsen" }),
    pin(2, { type: "image", content: "The pier" }),
  ];
  open();
  await expect.element(rows.nth(0)).toMatchTextContent("Mira Halvorsen");
  await expect.element(rows.nth(1)).toMatchTextContent("Photo The pier");
});

test("a click jumps to the message", async () => {
  open();
  await rows.nth(1).getByRole("button").first().click();
  expect(onJump.mock.calls.map(([{ seq }]) => seq)).toEqual([2]);
});

test("after unpinning the row disappears and the focus stays in the panel", async () => {
  open();
  await page.getByRole("button", { name: "Unpin: message 4" }).click();
  await expect.element(rows).toHaveLength(1);
  await expect.element(panel).toHaveFocus();
  expect(network.sent(unpinPath)).toEqual([
    { ticket_created_on: ticket.created_on, createdOn: message({ seq: 4 }).created_on },
  ]);
});

test("a refused unpinning keeps the row and shows the reason", async () => {
  network.on(unpinPath, () => new Status(403, { message: "Not your ticket." }));
  open();
  await page.getByRole("button", { name: "Unpin: message 4" }).click();
  await expect.element(page.getByText("The message could not be unpinned: Not your ticket.")).toBeVisible();
  await expect.element(rows).toHaveLength(2);
});

test("a panel without pins says so, and shows when they are loading", async () => {
  const answer = Promise.withResolvers<Pin[]>();
  network.on(list, () => answer.promise);
  open();
  await expect.element(page.getByText("Loading pinned messages...")).toBeVisible();
  answer.resolve([]);
  await expect.element(page.getByText("No pinned messages available.")).toBeVisible();
});

test("pins that fail to load can be fetched again", async () => {
  network.on(list, broken);
  open();
  await expect.element(page.getByRole("alert")).toMatchTextContent("The pinned messages could not be loaded");
  network.on(list, () => pins);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(rows).toHaveLength(2);
});

test("few pins take the height they need, many half the window", async () => {
  open();
  await expect.element(rows).toHaveLength(2);
  expect((panel.element() as HTMLElement).style.height).toBe("");
});

test("many pins take half the window", async () => {
  pins = Array.from({ length: 20 }, (_, index) => pin(index + 1));
  open();
  await expect.element(rows).toHaveLength(20);
  await expect.poll(() => (panel.element() as HTMLElement).style.height).toBe("50vh");
});

test("the button closes the panel", async () => {
  open();
  await page.getByRole("button", { name: "Close the pinned messages" }).click();
  expect(onClose).toHaveBeenCalledOnce();
  await userEvent.keyboard("{Tab}");
});
