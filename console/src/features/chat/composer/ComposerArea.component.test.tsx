import type { SendLimits } from "@parley/contract/messages";
import type { SharedTicket } from "@parley/contract/tickets";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { keys } from "../../../api/queries.ts";
import { agents, at, ticketOf } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { openNetwork, Status } from "../../../sample/network.ts";
import { hold, release } from "../../tickets/sending/guard.ts";
import { ComposerArea } from "./ComposerArea.tsx";

const field = page.getByRole("textbox", { name: "Message" });
const mine = { userid: agents.mira.id, user_name: "Mira Haddad", accepted: true };
const account = ticketOf(agents.mira).channel;

const upload = { image: 10_000_000, video: 50_000_000, audio: 50_000_000, document: 50_000_000 };
const sendLimits: SendLimits = {
  text: 4096,
  caption: 1024,
  upload,
  kinds: ["document"],
  shown: {},
  redraw: [],
  reactions: [],
  ours: { edits: null, deletes: null },
};

function mountFor(facts: Partial<SharedTicket>, after?: ReactNode) {
  const { ticketid } = ticketOf(agents.mira);
  openNetwork({
    "/drafts": () => [],
    "/bubbles": () => [],
    "/save-draft": ({ body }) => body,
    [`/${ticketid}/send-limits`]: () => sendLimits,
  });
  const cache = createCache();
  cache.setQueryData(keys.drafts, []);
  cache.setQueryData(keys.bubbles, []);
  cache.setQueryData(keys.sendLimits("telegram"), sendLimits);
  return mount(
    <>
      {area(facts)}
      {after}
    </>,
    { cache },
  );
}

const area = (facts: Partial<SharedTicket>) => (
  <ComposerArea
    ticket={ticketOf(agents.mira, facts)}
    replyTo={null}
    onReplied={vi.fn()}
    file={null}
    onFile={vi.fn()}
    mode="message"
    onMode={vi.fn()}
    writeNote={() => null}
  />
);

test.each<[string, Partial<SharedTicket>, string]>([
  [
    "of a disconnected account",
    { ...mine, channel: { ...account, connected: false } },
    `${account.name} is disconnected. Nothing can be sent until an administrator connects it again.`,
  ],
  [
    "that a colleague handles",
    { userid: agents.jonas.id, user_name: "Jonas Berg", accepted: true },
    "Jonas Berg handles this ticket.",
  ],
  [
    "that is closed",
    { ...mine, closed_on: at(3) },
    "This ticket is closed. A message from the client reopens it.",
  ],
  [
    "that is spam",
    { ...mine, closed_on: at(3), spam: { on: at(3), by: agents.mira.id } },
    "This ticket is closed as spam. What the client writes stays in it and does not reopen it.",
  ],
])("in a ticket %s the field is replaced by the reason", async (_what, facts, reason) => {
  mountFor(facts);
  await expect.element(page.getByText(reason)).toBeVisible();
  await expect.element(field).not.toBeInTheDocument();
});

test("an agent has a field in their own ticket of a connected account", async () => {
  mountFor(mine);
  await expect.element(field).toBeVisible();
});

function mountOffered(userid: string) {
  const mounted = mountFor({ userid: null });
  const offer = { ticketid: ticketOf(agents.mira).ticketid, userid, user_name: "Mira Haddad" };
  mounted.cache.setQueryData([...keys.routing, "offers"], {
    offers: [{ ...offer, offered_on: at(0), until: at(3) }],
  });
  return mounted;
}

test("a waiting ticket that is offered to the viewer has a field, and says that the first reply accepts it", async () => {
  mountOffered(agents.mira.id);
  await expect.element(page.getByText("Offered to you. Your first reply accepts the ticket.")).toBeVisible();
  await expect.element(field).toBeVisible();
  await expect.element(page.getByRole("button", { name: /^Accept/ })).toBeEnabled();
});

test("a waiting ticket that is offered to a colleague has to be accepted first", async () => {
  mountOffered(agents.jonas.id);
  await expect.element(page.getByText("Accept this ticket to reply.")).toBeVisible();
  await expect.element(field).not.toBeInTheDocument();
});

test("a draft stays readable when a colleague takes the ticket over, until it is discarded", async () => {
  const { draw } = mountFor(mine);
  await field.fill("It leaves at nine");
  draw(area({ userid: agents.jonas.id, user_name: "Jonas Berg", accepted: true }));
  const draft = page.getByRole("region", { name: "Your unsent draft" });
  await expect.element(draft).toMatchTextContent("It leaves at nine");
  await expect.element(draft.getByRole("button", { name: "Copy text" })).toBeVisible();
  await draft.getByRole("button", { name: "Discard" }).click();
  await expect.element(draft).not.toBeInTheDocument();
});

const now = Date.parse("2026-11-22T12:00:00.000Z");
const until = (minutes: number) => ({
  ...mine,
  reply_window_until: new Date(now + minutes * 60_000).toISOString(),
});
const withTemplates = { channel: { ...account, can: ["template" as const] } };

describe("the reply window", () => {
  beforeEach(() => {
    localStorage.clear();
    vi.useFakeTimers({ now, toFake: ["Date", "setTimeout", "clearTimeout"] });
    return () => vi.useRealTimers();
  });

  test("the reply window is not shown long before its end, then each minute, and at its end templates replace the field", async () => {
    mountFor({ ...until(121), ...withTemplates });
    await expect.element(field).toBeVisible();
    expect(page.getByText(/Window closes in/).query()).toBeNull();
    await vi.advanceTimersByTimeAsync(60_000);
    await expect.element(page.getByText("Window closes in 2 hr, then a template")).toBeVisible();
    await vi.advanceTimersByTimeAsync(119 * 60_000);
    await expect.element(page.getByText("Window closes in 1 min, then a template")).toBeVisible();
    await vi.advanceTimersByTimeAsync(60_000);
    await expect.element(page.getByRole("button", { name: "Choose a template" })).toBeVisible();
    await expect.element(field).not.toBeInTheDocument();
  });

  test("the reply window is right when the clock moves while it is rendered, as when a computer wakes", async () => {
    const Wake = () => {
      vi.setSystemTime(now + 60 * 60_000);
      return null;
    };
    mountFor({ ...until(90), ...withTemplates }, <Wake />);
    await expect.element(page.getByText("Window closes in 30 min, then a template")).toBeVisible();
  });

  test("a draft outlives the window's end, and returns when the client writes", async () => {
    const { draw } = mountFor({ ...until(1), ...withTemplates });
    await field.fill("It leaves at nine");
    await vi.advanceTimersByTimeAsync(60_000);
    await expect.element(page.getByText(/Your draft is kept\./)).toBeVisible();
    draw(area({ ...until(24 * 60), ...withTemplates }));
    await expect.element(field).toHaveValue("It leaves at nine");
  });

  test("a file that was refused at the window's end is kept with its caption, and returns when the client writes", async () => {
    const { draw } = mountFor({ ...until(0), ...withTemplates });
    const file = new File(["7 EUR"], "bill.txt", { type: "text/plain" });
    const { ticketid } = ticketOf(agents.mira, mine);
    hold(ticketid, { news: [], replyTo: null, file, caption: "The bill" });
    await expect.element(page.getByText(/Your draft is kept\./)).toBeVisible();
    draw(area({ ...until(24 * 60), ...withTemplates }));
    await expect.element(page.getByText("bill.txt")).toBeVisible();
    await expect.element(page.getByRole("textbox", { name: "Caption" })).toHaveValue("The bill");
    expect(page.getByRole("alert").query()).toBeNull();
    release(ticketid);
  });

  test("the window of a conversation that a template began is not open yet, where it is a closed one after an answer", async () => {
    const { draw } = mountFor({ ...until(0), ...withTemplates, client_messages: 0 });
    const notYet = page.getByRole("region", { name: "You can write once they answer" });
    await expect
      .element(notYet.getByText("Until Dimitar Petrov answers, only an approved template can be sent."))
      .toBeVisible();
    await expect.element(page.getByText("The reply window has closed")).not.toBeInTheDocument();
    draw(area({ ...until(0), ...withTemplates, client_messages: 1 }));
    await expect.element(page.getByRole("region", { name: "The reply window has closed" })).toBeVisible();
    await expect.element(notYet).not.toBeInTheDocument();
  });

  test("the window's end leaves nothing to send on a channel without templates", async () => {
    mountFor(until(0));
    await expect
      .element(page.getByText("Nothing can be sent until Dimitar Petrov writes again."))
      .toBeVisible();
    const buttons = page
      .getByRole("button")
      .elements()
      .map(({ textContent }) => textContent);
    expect(buttons).toEqual(["Message", "Note"]);
  });
});

describe("a ticket of a colleague", () => {
  const ticket = ticketOf(agents.mira, {
    userid: agents.naledi.id,
    user_name: "Naledi Mokoena",
    accepted: true,
  });
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

  function show(offline_since: string | null, minutes: number | null = 15) {
    const network = openNetwork({
      "/drafts": () => [],
      [`/${ticket.ticketid}/take-over`]: () => ({ minutes, offline_since }),
      "/take-over-ticket": () => ({ ...ticket, userid: agents.mira.id }),
    });
    const cache = createCache();
    cache.setQueryData(keys.drafts, []);
    mount(area({ userid: ticket.userid, user_name: ticket.user_name, accepted: true }), { cache });
    return network;
  }
  const button = page.getByRole("button", { name: "Take over" });

  test("the handler is named alone where the company allows no taking over", async () => {
    show(minutesAgo(60), null);
    await expect.element(page.getByText("Naledi Mokoena handles this ticket.")).toBeVisible();
    await expect.element(button).not.toBeInTheDocument();
  });

  test("while the handler is online, or left lately, it is said when one may take over", async () => {
    show(null);
    await expect.element(page.getByText(/is online\. After 15 minutes offline/)).toBeVisible();
    await expect.element(button).not.toBeInTheDocument();
  });

  test("a handler who left lately keeps the ticket for the rest of the minutes", async () => {
    show(minutesAgo(5));
    await expect
      .element(page.getByText(/You can take it over from .* if Naledi Mokoena stays/))
      .toBeVisible();
    await expect.element(button).not.toBeInTheDocument();
  });

  test("a handler who is offline long enough is replaced with one button", async () => {
    const network = show(minutesAgo(20));
    await expect.element(page.getByText(/Naledi Mokoena has been offline since/)).toBeVisible();
    await button.click();
    await expect
      .poll(() => network.sent("/take-over-ticket"))
      .toEqual([{ ticketid: ticket.ticketid, handlerid: agents.naledi.id }]);
  });

  test("an agent who was slower reads the new handler's name", async () => {
    const network = show(minutesAgo(20));
    const handler = { userid: agents.naledi.id, user_name: "Jonas Weber" };
    network.on("/take-over-ticket", () => new Status(409, { code: "already_accepted", handler }));
    await button.click();
    await expect.element(page.getByText(/Jonas Weber/)).toBeVisible();
  });
});
