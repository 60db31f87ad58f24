import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { useConnection } from "../../../api/connection.ts";
import { keys } from "../../../api/queries.ts";
import { agents, message, sharedTicket, ticketOf } from "../../../sample/build.ts";
import { addresses, mail, mailMessage } from "../../../sample/mails.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { applyFollowing } from "../../tickets/list/following.ts";
import { applyViewers } from "../../tickets/messages/viewers.ts";
import type { ChatPanel } from "./Chat.tsx";
import { ChatHeader } from "./ChatHeader.tsx";

const { channel } = sharedTicket();
const byMail = ticketOf(agents.mira, {
  platform: "email",
  client_name: "Henrik Aas",
  channel: { ...channel, can: ["mail"] },
});

beforeEach(() => void openNetwork());

function show(
  ticket = byMail,
  messages = [message()],
  onPanel: (panel: ChatPanel) => void = () => undefined,
) {
  const cache = createCache();
  cache.setQueryData(keys.chat(ticket.ticketid), { messages });
  cache.setQueryData(keys.channels, [{ channelid: channel.channelid, username: addresses.desk.address }]);
  return mount(<ChatHeader ticket={ticket} panel={null} onPanel={onPanel} />, { cache });
}

test("the header of a mail ticket shows the subject without its marks, and the participants beside the client", async () => {
  const answered = mail({ subject: "Re: Two seats", cc: [addresses.lise] });
  show(byMail, [mailMessage(), mailMessage({ seq: 2, mail: answered })]);
  await expect.element(page.getByRole("heading", { name: "Two seats", exact: true })).toBeVisible();
  await expect
    .element(page.getByText("Henrik Aas, Lise Aas · Email, Harbour Travel · Bookings", { exact: true }))
    .toBeVisible();
});

test("the header of a mail ticket shows the subject before its mails are loaded", async () => {
  show({ ...byMail, subject: "Re: Two seats" }, []);
  await expect.element(page.getByRole("heading", { name: "Two seats", exact: true })).toBeVisible();
});

test("the header of a chat shows where it comes from", async () => {
  show(ticketOf(agents.mira));
  await expect.element(page.getByText("Telegram, Harbour Travel · Bookings", { exact: true })).toBeVisible();
});

test("the header counts the participants on a phone, and long names leave room for the id", async () => {
  await page.viewport(390, 844);
  const answered = mail({ subject: "Re: Two seats", cc: [addresses.lise] });
  const department_name = "Customer Relations and Complaints of the Northern Harbours";
  const ticket = { ...byMail, department_name, can: { ...byMail.can, close: true } };
  show(ticket, [mailMessage(), mailMessage({ seq: 2, mail: answered })]);
  await expect.element(page.getByText("Henrik Aas +1", { exact: true })).toBeVisible();
  const id = page.getByText(ticket.ticketid.slice(0, 8), { exact: true });
  await expect.element(id).toBeVisible();
  const line = id.element().closest("p");
  const [place, shown] = [id.element().getBoundingClientRect(), line?.getBoundingClientRect()];
  expect(place.right).toBeLessThanOrEqual(shown?.right ?? 0);
  expect(line?.firstElementChild?.scrollWidth).toBe(line?.firstElementChild?.clientWidth);
});

test("the header of a mail without a subject, and of any other message, shows the client", async () => {
  const { unmount } = show(byMail, [mailMessage({ mail: mail({ subject: "" }) })]);
  await expect.element(page.getByRole("heading", { name: "Henrik Aas" })).toBeVisible();
  unmount();
  show(ticketOf(agents.mira));
  await expect.element(page.getByRole("heading", { name: "Dimitar Petrov" })).toBeVisible();
});

const mayHandOver = ticketOf(agents.mira, { userid: agents.mira.id, accepted: true });

test("the header has buttons on a wide screen, and a menu of the seldom actions, by keys too", async () => {
  await page.viewport(1440, 900);
  show(mayHandOver);
  const buttons = [
    "Dimitar Petrov show the client",
    "Pinned messages",
    "Search messages",
    "Follow",
    "Snooze",
    "Reassign",
    "More actions",
    "Close",
  ];
  for (const name of buttons)
    await expect.element(page.getByRole("button", { name, exact: true })).toBeVisible();
  expect(page.getByRole("button").elements()).toHaveLength(buttons.length);
  const more = page.getByRole("button", { name: "More actions" });
  await expect.element(more).toHaveAttribute("aria-haspopup", "menu");
  (more.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  const items = page.getByRole("menuitem");
  await expect.element(items.first()).toHaveFocus();
  expect(items.elements().map(({ textContent }) => textContent)).toEqual([
    "Details",
    "Tags",
    "Priority",
    "Merge…",
    "Split off a new ticket…",
    "Automatic messages",
    "Why?",
    "Mark as spam",
  ]);
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  await expect.element(page.getByRole("dialog", { name: "Priority of this ticket" })).toBeVisible();
});

test.each([1200, 390])("at %i px the actions are words in one menu beside Close", async (width) => {
  await page.viewport(width, 844);
  const panels: unknown[] = [];
  show(mayHandOver, [message()], (panel) => panels.push(panel));
  await expect.element(page.getByRole("button", { name: "Close", exact: true })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Search messages" })).not.toBeInTheDocument();
  await page.getByRole("button", { name: "More actions" }).click();
  for (const name of ["Pinned messages", "Automatic messages", "Reassign"])
    await expect.element(page.getByRole("menuitem", { name })).toBeVisible();
  await page.getByRole("menuitem", { name: "Search messages" }).click();
  await vi.waitFor(() => expect(panels).toEqual(["search"]));
});

test("the header names who else has the ticket on screen, marks who writes a note, and counts the rest", async () => {
  const ticket = ticketOf(agents.mira);
  const { ticketid } = ticket;
  const viewer = (userid: string, user_name: string, writes: "reply" | "note" | null = null) => ({
    userid,
    user_name,
    writes,
  });
  const others = [
    viewer("1", "Jonas Berg", "note"),
    viewer("2", "Ana Ruiz"),
    viewer("3", "Bo Li"),
    viewer("4", "Cy Oz"),
  ];
  useConnection.setState({ state: "live", caughtUpAt: null }, true);
  onTestFinished(() => useConnection.setState({ state: "connecting" }, true));
  applyViewers({ ticketid, total: 7, viewers: [...others, viewer(agents.mira.id, "Mira Halvorsen")] });
  const { unmount } = show(ticket);
  const named = page.getByText("Also here: Jonas Berg, Ana Ruiz, Bo Li, Cy Oz +2", { exact: true });
  await expect.element(named).toBeInTheDocument();
  expect(named.element().getAttribute("role")).toBe("status");
  await expect.element(page.getByText("Jonas Berg is writing a note…")).toBeVisible();
  await expect.element(page.getByText("+3", { exact: true })).toBeVisible();
  await page.viewport(390, 844);
  await expect.element(page.getByText("+5", { exact: true })).toBeVisible();
  useConnection.setState({ state: "offline", since: new Date() }, true);
  await expect.element(named).not.toBeInTheDocument();
  unmount();
});

test("the header follows a ticket and stops following it, and shows what another screen of the agent did", async () => {
  const ticket = ticketOf(agents.mira);
  const { ticketid } = ticket;
  const network = openNetwork({
    "/follow-ticket": () => ({ ticketid, following: true }),
    "/unfollow-ticket": () => ({ ticketid, following: false }),
  });
  const cache = createCache();
  mount(<ChatHeader ticket={ticket} panel={null} onPanel={() => undefined} />, { cache });
  const follow = page.getByRole("button", { name: "Follow", exact: true });
  const following = page.getByRole("button", { name: "Following", exact: true });
  await follow.click();
  await expect.element(following).toBeVisible();
  await following.click();
  await expect.element(follow).toBeVisible();
  expect([network.sent("/follow-ticket"), network.sent("/unfollow-ticket")]).toEqual([
    [{ ticketid }],
    [{ ticketid }],
  ]);
  applyFollowing(cache, { ticketid, following: true });
  await expect.element(following).toBeVisible();
  await page.viewport(390, 844);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Stop following" }).click();
  await expect.poll(() => network.sent("/unfollow-ticket")).toHaveLength(2);
});
