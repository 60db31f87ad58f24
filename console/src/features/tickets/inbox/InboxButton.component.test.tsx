import type { Notification, NotificationsAnswer } from "@parley/contract/notifications";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { useConnection } from "../../../api/connection.ts";
import { at } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork } from "../../../sample/network.ts";
import { useStart } from "../sending/start.ts";
import { InboxButton } from "./InboxButton.tsx";

const line = (number: number, facts: Partial<Notification> = {}): Notification => ({
  id: `f0000000-0000-4000-8000-00000000000${number}`,
  type: "text",
  name: "Dimitar Petrov",
  created_on: at(number),
  ticketid: "70000000-0000-4000-8000-000000000001",
  ticket_created_on: at(0),
  ticket_platform: "telegram",
  senderid: null,
  unread: 1,
  by_name: null,
  seen: false,
  ...facts,
});
const button = page.getByRole("button", { name: /^Inbox/ });
const box = page.getByRole("dialog", { name: "Inbox" });
const rows = box.getByRole("listitem");

let answer: NotificationsAnswer;
let network: Network;
beforeEach(() => {
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
  useConnection.setState({ state: "live", caughtUpAt: null }, true);
  answer = {
    sections: {
      "2026-11-21": [
        line(3),
        line(2, { type: "rating" }),
        line(1, { senderid: "jonas", name: "Jonas Lind" }),
      ],
    },
    count: 3,
    more: false,
  };
  network = openNetwork({
    "/notifications": () => answer,
    "/reset-notifications-count": () => ({}),
    "/clear-notifications": () => ({}),
  });
});

test("the button counts what is new", async () => {
  mount(<InboxButton />);
  await expect.element(button).toHaveAccessibleName("Inbox, 3 new entries");
  await expect.element(button).toHaveAttribute("aria-expanded", "false");
});

test("each line links to its subject: the ticket, or the private chat", async () => {
  mount(<InboxButton />);
  await button.click();
  await expect.element(rows).toHaveLength(3);
  await expect
    .element(rows.nth(0).getByRole("link"))
    .toHaveAttribute("href", expect.stringContaining("70000000"));
  await expect.element(rows.nth(1)).toMatchTextContent("received rating");
  await expect
    .element(rows.nth(2).getByRole("link"))
    .toHaveAttribute("href", expect.stringContaining("jonas"));
});

test("a line of several messages shows their number, and one of a handed over ticket the colleague", async () => {
  const handover = { type: "handover", by_name: "Ingrid Solheim" } as const;
  answer.sections = { "2026-11-21": [line(3, { unread: 4 }), line(2, handover)] };
  mount(<InboxButton />);
  await button.click();
  await expect
    .element(rows.nth(0))
    .toMatchTextContent(/unread message from Dimitar Petrov.*4 unread messages/);
  await expect.element(rows.nth(1)).toMatchTextContent("Ingrid Solheim handed you Dimitar Petrov");
});

test("a message that could not be sent says why, and is linked; a recovered account says so", async () => {
  const reason = { code: "bot_blocked", facts: {} } as const;
  const messageid = "e0000000-0000-4000-8000-000000000002";
  const ended = { type: "channel", name: "Help Fjord", ticketid: null, ended: true } as const;
  answer.sections = {
    "2026-11-21": [
      line(3, { type: "failed", messageid, message_seq: 2, reason }),
      line(2, { ...ended, channel_platform: "email", seen: true }),
    ],
  };
  mount(<InboxButton />);
  await button.click();
  await expect.element(rows.nth(0)).toMatchTextContent("Your message to Dimitar Petrov could not be sent");
  await expect.element(rows.nth(0)).toMatchTextContent("blocked");
  await expect
    .element(rows.nth(0).getByRole("link"))
    .toHaveAttribute("href", expect.stringContaining("70000000"));
  await expect.element(rows.nth(1)).toMatchTextContent("Help Fjord (Email) works again");
});

test("a faulty account links to the settings", async () => {
  answer.sections = {
    "2026-11-21": [
      line(1, { type: "channel", name: "Harbour Travel", ticketid: null, ticket_platform: null }),
    ],
  };
  mount(<InboxButton />);
  await button.click();
  const link = rows.nth(0).getByRole("link", { name: /Harbour Travel does not work/ });
  await expect.element(link).toHaveAttribute("href", "/admin-panel/settings#channels");
});

test("a rule's line links to the ticket, and that of a rule that is off to the rules", async () => {
  answer.sections = {
    "2026-11-21": [
      line(2, { type: "rule", name: "Rosa Marin", by_name: "VIPs are seen first" }),
      line(1, { type: "rule", name: "Old rule", ticketid: null, ticket_platform: null }),
    ],
  };
  mount(<InboxButton />);
  await button.click();
  const told = rows.getByRole("link", { name: /The rule VIPs are seen first: Rosa Marin/ });
  await expect.poll(() => told.element().getAttribute("href")).toContain("ticket=");
  const off = rows.getByRole("link", { name: /The rule Old rule is switched off/ });
  await expect.element(off).toHaveAttribute("href", "/admin-panel/settings#rules");
});

test("a mail that began no conversation links to the list of texts that wait, which opens", async () => {
  answer.sections = {
    "2026-11-21": [
      line(1, {
        type: "outgoing",
        name: "Henrik Aas",
        ticketid: null,
        by_name: "Mira",
        ticket_platform: null,
      }),
    ],
  };
  const opened = vi.fn();
  function List() {
    useStart("outgoing", opened);
    return <InboxButton />;
  }
  mount(<List />, { path: "/?ticket=70000000&view=closed" });
  await button.click();
  await rows
    .nth(0)
    .getByRole("link", { name: /A message of Mira to Henrik Aas was not sent/ })
    .click();
  await expect.poll(() => opened.mock.calls.length).toBe(1);
});

test("opening resets the count, once", async () => {
  mount(<InboxButton />);
  await button.click();
  await expect.element(rows).toHaveLength(3);
  await expect.poll(() => network.sent("/reset-notifications-count").length).toBe(1);
});

test("a page without the focus does not reset the count", async () => {
  vi.spyOn(document, "hasFocus").mockReturnValue(false);
  mount(<InboxButton />);
  await button.click();
  await expect.element(rows).toHaveLength(3);
  expect(network.sent("/reset-notifications-count")).toEqual([]);
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
  window.dispatchEvent(new Event("focus"));
  await expect.poll(() => network.sent("/reset-notifications-count").length).toBe(1);
});

test("choosing a line closes the box", async () => {
  mount(<InboxButton />);
  await button.click();
  await rows.first().getByRole("link").click();
  await expect.element(box).not.toBeInTheDocument();
});

test("Escape closes it and gives the focus back to the button", async () => {
  mount(<InboxButton />);
  await button.click();
  await expect.element(rows).toHaveLength(3);
  await userEvent.keyboard("{Escape}");
  await expect.element(box).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

test("the button closes what it opened", async () => {
  mount(<InboxButton />);
  await button.click();
  await expect.element(box).toBeVisible();
  await button.click();
  await expect.element(box).not.toBeInTheDocument();
});

test("older lines come after the last one", async () => {
  answer.more = true;
  mount(<InboxButton />);
  await button.click();
  const older = box.getByRole("button", { name: "Show older" });
  await expect.element(older).toBeVisible();
  answer = {
    sections: { "2026-11-20": [line(0, { created_on: "2026-11-20T08:00:00.000Z" })] },
    count: 3,
    more: false,
  };
  await older.click();
  await expect.element(rows).toHaveLength(4);
  await expect.element(older).not.toBeInTheDocument();
  const asked = network.calls.filter(({ path }) => path.includes("before="));
  expect(asked.map(({ path }) => path.includes(line(1).id))).toEqual([true]);
});

test("clearing asks the server, and a failure is reported", async () => {
  mount(<InboxButton />);
  await button.click();
  const clear = box.getByRole("button", { name: "Clear" });
  network.on("/clear-notifications", broken);
  await clear.click();
  await expect.element(page.getByText("The inbox could not be cleared")).toBeVisible();
  await expect.element(rows).toHaveLength(3);
  network.on("/clear-notifications", () => ({}));
  await clear.click();
  await expect.poll(() => network.sent("/clear-notifications").length).toBe(2);
});

test("an empty inbox says what will appear, and has nothing to clear", async () => {
  answer = { sections: {}, count: 0, more: false };
  mount(<InboxButton />);
  await button.click();
  await expect.element(box.getByText("Your inbox is empty")).toBeVisible();
  await expect.element(box.getByRole("button", { name: "Clear" })).toBeDisabled();
  expect(network.sent("/reset-notifications-count")).toEqual([]);
});

test("an inbox that fails to load offers a retry", async () => {
  network.on("/notifications", broken);
  mount(<InboxButton />);
  await button.click();
  await expect.element(box.getByText("The inbox could not be loaded")).toBeVisible();
  network.on("/notifications", () => answer);
  await box.getByRole("button", { name: "Retry" }).click();
  await expect.element(rows).toHaveLength(3);
});
