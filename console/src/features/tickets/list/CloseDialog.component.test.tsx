import { reasonOf } from "@parley/contract/reasons";
import { useState } from "react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { keys, openTicketsQuery } from "../../../api/queries.ts";
import { changeLanguage } from "../../../i18n/index.ts";
import { agents, at, ticketOf } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork, refusal, Status } from "../../../sample/network.ts";
import { CloseDialog } from "./CloseDialog.tsx";
import { useOffered } from "./next-ticket.ts";
import { usePlace } from "./place.ts";

const ticket = ticketOf(agents.mira, { accepted: true, stage: "accepted", userid: agents.mira.id });
const yes = page.getByRole("button", { name: "Yes" });

let network: Network;
const onClose = vi.fn();
beforeEach(() => {
  onClose.mockClear();
  network = openNetwork({
    "/close-ticket": () => ({
      ...ticket,
      stage: "closed",
      closed_on: at(9),
      closed_by_name: "Mira Halvorsen",
    }),
  });
});

function open() {
  const cache = createCache();
  cache.setQueryData(openTicketsQuery.queryKey, [ticket]);
  cache.setQueryData(keys.chat(ticket.ticketid), { messages: [] });
  return mount(<CloseDialog ticket={ticket} onClose={onClose} />, { cache });
}

test("the dialog says what closing does", async () => {
  open();
  await expect.element(page.getByText(/Dimitar Petrov is asked for a rating/)).toBeVisible();
  expect(network.calls).toEqual([]);
});

test("Yes closes: the ticket leaves the pending list and its messages the cache", async () => {
  const { cache } = open();
  await yes.click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(network.sent("/close-ticket")).toEqual([
    {
      ticketid: ticket.ticketid,
      userid: agents.mira.id,
      departmentid: ticket.departmentid,
      closed_by_name: "Mira Halvorsen",
      created_on: ticket.created_on,
    },
  ]);
  expect(cache.getQueryData(openTicketsQuery.queryKey)).toEqual([]);
  expect(cache.getQueryData(keys.chat(ticket.ticketid))).toBeUndefined();
});

test("a last message and a silent closing go along; the dialog then promises no question", async () => {
  open();
  await page.getByLabelText("Last message").fill("  Have a good day!  ");
  await page.getByRole("checkbox", { name: /^Close silently/ }).click();
  await expect.element(page.getByText(/Dimitar Petrov is not asked for a rating/)).toBeVisible();
  await yes.click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  const lastMessage = { content: "Have a good day!", messageid: expect.any(String) };
  expect(network.sent("/close-ticket")).toEqual([expect.objectContaining({ silently: true, lastMessage })]);
});

test("an admin who does not handle the ticket is offered no last message", async () => {
  mount(<CloseDialog ticket={{ ...ticket, can: { ...ticket.can, reply: false } }} onClose={onClose} />);
  await expect.element(page.getByRole("checkbox", { name: /^Close silently/ })).toBeVisible();
  expect(page.getByLabelText("Last message").query()).toBeNull();
});

test("No changes nothing", async () => {
  const { cache } = open();
  await page.getByRole("button", { name: "No" }).click();
  expect(onClose).toHaveBeenCalledOnce();
  expect(network.calls).toEqual([]);
  expect(cache.getQueryData(openTicketsQuery.queryKey)).toHaveLength(1);
});

test.each([
  ["a refusal", () => new Status(403, { message: "Another agent handles it." }), "Another agent handles it."],
  ["an unreachable server", broken, "The server cannot be reached."],
])("%s is shown with its reason, and the ticket stays", async (_, answer, reason) => {
  network.on("/close-ticket", answer);
  const { cache } = open();
  await yes.click();
  await expect.element(page.getByText(`The ticket could not be closed: ${reason}`)).toBeVisible();
  await expect.element(yes).toBeEnabled();
  expect(onClose).not.toHaveBeenCalled();
  expect(cache.getQueryData(openTicketsQuery.queryKey)).toHaveLength(1);
});

test("a refusal is worded in the agent's language", async () => {
  await changeLanguage("ja");
  onTestFinished(() => changeLanguage("en"));
  network.on("/close-ticket", () => refusal(403, "ticket_closed", reasonOf("ticket_closed")));
  open();
  await page.getByRole("button", { name: "はい" }).click();
  await expect
    .element(page.getByText("チケットを完了にできませんでした：このチケットは完了しています。"))
    .toBeVisible();
});

test("a code of a newer server shows its English", async () => {
  await changeLanguage("ja");
  onTestFinished(() => changeLanguage("en"));
  const reason = { code: "quota", facts: {} } as never;
  network.on(
    "/close-ticket",
    () => new Status(409, { code: "conflict", message: "The quota is used up.", reason }),
  );
  open();
  await page.getByRole("button", { name: "はい" }).click();
  await expect.element(page.getByText(/The quota is used up\./)).toBeVisible();
});

test.each([
  [1440, 0],
  [390, 1],
])("at %s px closing remembers the next ticket, and a phone's toast opens it", async (width, toasts) => {
  await page.viewport(width, 844);
  const other = ticketOf(agents.mira, {
    client_name: "Aylin Kaya",
    ticketid: "80000000-0000-4000-8000-000000000001",
  });
  const cache = createCache();
  cache.setQueryData(openTicketsQuery.queryKey, [ticket, other]);
  mount(
    <>
      <Closing />
      <Opened />
    </>,
    { cache },
  );
  await yes.click();
  await expect.poll(() => useOffered.getState().ids).toEqual([other.ticketid]);
  const next = page.getByRole("button", { name: "Next ticket: Aylin Kaya" });
  await expect.poll(() => next.elements().length).toBe(toasts);
  if (toasts === 0) return;
  await next.click();
  await expect.element(page.getByText("open: 80000000")).toBeVisible();
});

function Closing() {
  const [asking, setAsking] = useState(true);
  return asking && <CloseDialog ticket={ticket} onClose={() => setAsking(false)} />;
}

const Opened = () => <output>{`open: ${usePlace().ticket}`}</output>;
