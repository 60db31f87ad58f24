import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { keys } from "../../../api/queries.ts";
import { agents, at, ticketOf } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { offerAfter, withdrawOffer } from "../../tickets/list/next-ticket.ts";
import { usePlace } from "../../tickets/list/place.ts";
import { NextWaiting } from "./NextWaiting.tsx";

beforeEach(withdrawOffer);

const accepted = { userid: agents.mira.id, user_name: "Mira Haddad", accepted: true };
const ticket = (number: number, client_name: string, more: Parameters<typeof ticketOf>[1] = {}) => {
  const ticketid = `7${number}000000-0000-4000-8000-000000000001`;
  return ticketOf(agents.mira, { ticketid, client_name, created_on: at(number), ...more });
};
const next = page.getByRole("button", { name: /^Next waiting/ });

function Place() {
  const { ticket, view } = usePlace();
  return <output>{`${view} ${ticket ?? "none"}`}</output>;
}

function show(tickets: ReturnType<typeof ticket>[]) {
  openNetwork();
  const cache = createCache();
  cache.setQueryData(keys.openTickets, tickets);
  mount(
    <>
      <NextWaiting />
      <Place />
    </>,
    { cache },
  );
}

test("after a chat the ticket that waits longest is one press away", async () => {
  show([ticket(3, "Aylin Kaya"), ticket(2, "Olivia Grant"), ticket(1, "Nina Berger", accepted)]);
  await next.click();
  await expect.element(page.getByText("pending 72000000")).toBeVisible();
});

test("no ticket is offered when nobody waits", async () => {
  show([ticket(1, "Nina Berger", accepted)]);
  await expect.element(page.getByText("pending none", { exact: true })).toBeVisible();
  await expect.element(next).not.toBeInTheDocument();
});

test("a snoozed ticket is not the next one", async () => {
  const snoozed = { on: at(1), until: null, by: agents.mira.id };
  show([ticket(2, "Olivia Grant"), ticket(1, "Nina Berger", { snoozed })]);
  await expect.element(next).toMatchTextContent("Olivia Grant");
});

test("after a closing the next ticket of the list is offered, whoever handles it", async () => {
  const tickets = [ticket(3, "Aylin Kaya"), ticket(2, "Nina Berger", accepted), ticket(1, "Olivia Grant")];
  offerAfter([ticket(4, "Closed Client"), ...tickets.slice(1)], ticket(4, "Closed Client").ticketid);
  show(tickets);
  const offered = page.getByRole("button", { name: "Next ticket: Nina Berger" });
  await expect.element(offered).toHaveAttribute("aria-keyshortcuts", "j");
  await offered.click();
  await expect.element(page.getByText("pending 72000000")).toBeVisible();
});
