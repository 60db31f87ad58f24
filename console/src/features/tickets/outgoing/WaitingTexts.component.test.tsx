import type { Outgoing, TicketOutgoing } from "@parley/contract/outgoing";
import { reasonOf } from "@parley/contract/reasons";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { keys } from "../../../api/queries.ts";
import { agents, at, message, noFile, ticketOf } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork, refusal } from "../../../sample/network.ts";
import { applyGone, applyOutgoing } from "../messages/outgoing-cache.ts";
import { localDraft } from "../sending/drafts.ts";
import { askToStart } from "../sending/start.ts";
import { OwnOutgoingRow } from "./OwnOutgoingRow.tsx";
import { WaitingTexts } from "./WaitingTexts.tsx";

const ticket = ticketOf(agents.mira, { accepted: true, stage: "accepted", userid: agents.mira.id });
const { ticketid } = ticket;
const text = (facts: Partial<Outgoing> = {}): Outgoing => ({
  ...{
    messageid: "90000000-0000-4000-8000-000000000001",
    ticketid,
    client_name: "Olena Koval",
    channelid: null,
  },
  ...{
    platform: "telegram",
    userid: agents.mira.id,
    user_name: "Mira Halvorsen",
    writer_left: false,
    created_on: at(1),
  },
  ...{
    type: "text",
    content: "It leaves at nine.",
    caption: null,
    originalMessageId: null,
    mail: null,
    macro: null,
    held: false,
  },
  ...{ due_on: "2099-03-02T08:00:00.000Z", stopped_on: null, reason: null },
  ...noFile,
  ...facts,
});

let network: Network;
beforeEach(() => {
  network = openNetwork({
    "/drop-outgoing": () => text(),
    "/send-outgoing": () => message({ ticketid, content: "It leaves at nine.", isagent: true }),
    "/take-outgoing": () => text({ userid: agents.mira.id, user_name: "Mira Halvorsen" }),
    "/change-outgoing": ({ body }) => text(body as Partial<Outgoing>),
    "/save-draft": ({ body }) => ({ ...(body as object), updated_on: at(2) }),
  });
});

function open(outgoing: Outgoing[], opening: string | null = null, viewer = agents.mira) {
  const cache = createCache();
  const state: TicketOutgoing = { outgoing, opening, time_zone: "Europe/Oslo" };
  cache.setQueryData(keys.outgoing(ticketid), state);
  cache.setQueryData(keys.drafts, []);
  return mount(<WaitingTexts ticket={ticket} />, { cache, viewer });
}
const waiting = page.getByRole("region", { name: "Not sent yet" });
const button = (name: string) => page.getByRole("button", { name, exact: true });

test("nothing is shown while no text waits, and a live event shows one and takes it away", async () => {
  const { cache } = open([]);
  expect(waiting.elements()).toEqual([]);
  applyOutgoing(cache, { id: agents.mira.id }, text());
  await expect.element(waiting.getByText("It leaves at nine.")).toBeVisible();
  await expect.element(waiting.getByText(/^Will be sent 2099-03-0\d/)).toBeVisible();
  applyGone(cache, text());
  await expect.poll(() => waiting.elements()).toEqual([]);
});

test("a text that is taken back returns to the composer", async () => {
  open([text()]);
  await button("Take back").click();
  await expect.poll(() => localDraft(ticketid)?.text).toBe("It leaves at nine.");
  expect(network.sent("/drop-outgoing")).toEqual([{ messageid: text().messageid }]);
  await expect.poll(() => waiting.elements()).toEqual([]);
});

test("a mail names its subject, addressees and files, changes its time alone, and returns whole to the composer", async () => {
  const mail = {
    ...{ kind: "all" as const, about: null, quoted: true, subject: "Re: Order 7", html: null },
    to: [{ name: "Olena Koval", address: "olena@pier.example" }],
    cc: [{ name: null, address: "rosa@jetty.example" }],
    bcc: [],
    files: [{ fileid: "f1", name: "slip.txt", size: 5, type: "text/plain", path: null, inline: false }],
  };
  network.on("/drop-outgoing", () => text({ mail: { ...mail, html: "<p>It <b>leaves</b></p>" } }));
  open([text({ platform: "email", mail })]);
  await expect.element(waiting.getByText("Re: Order 7")).toBeVisible();
  await expect.element(waiting.getByText("To: Olena Koval, rosa@jetty.example")).toBeVisible();
  await expect.element(waiting.getByText("slip.txt")).toBeVisible();
  await button("Change").click();
  expect(page.getByRole("textbox", { name: "Text" }).elements()).toEqual([]);
  await button("In one hour").click();
  await expect
    .poll(() => network.sent("/change-outgoing"))
    .toEqual([{ messageid: text().messageid, leaves: "hour" }]);
  await button("Take back").click();
  await expect
    .poll(() => localDraft(ticketid)?.mail)
    .toMatchObject({ ...mail, html: "<p>It <b>leaves</b></p>" });
});

test("a held text counts down, and cannot be changed but taken back or sent", async () => {
  open([text({ held: true, due_on: new Date(Date.now() + 8_000).toISOString() })]);
  await expect.element(waiting.getByText(/^Will be sent in [78] seconds$/)).toBeVisible();
  await expect.element(waiting.getByText("Will be sent in 6 seconds")).toBeVisible();
  expect(button("Change").elements()).toEqual([]);
  await button("Send now").click();
  await expect.poll(() => waiting.elements()).toEqual([]);
});

test("a text that has stopped says why, and leaves once its writer chooses a time", async () => {
  const { cache } = open([text({ due_on: null, stopped_on: at(3), reason: reasonOf("client_wrote") })]);
  await expect
    .element(waiting.getByRole("alert"))
    .toHaveTextContent("Not sent: The client has written something new.");
  await button("Change").click();
  const field = page.getByRole("textbox", { name: "Text" });
  await expect.element(field).toHaveAttribute("spellcheck", "true");
  await expect.element(field).toHaveAttribute("lang", "");
  await field.fill("At ten, then.");
  await button("In one hour").click();
  await expect
    .poll(() => network.sent("/change-outgoing"))
    .toEqual([{ messageid: text().messageid, leaves: "hour", content: "At ten, then." }]);
  await expect.element(waiting.getByText("At ten, then.")).toBeVisible();
  expect(cache.getQueryData<TicketOutgoing>(keys.outgoing(ticketid))?.outgoing).toHaveLength(1);
});

test("a time that the clock leaves out says when the text is sent instead, before it is chosen", async () => {
  open([text()]);
  await button("Change").click();
  const field = page.getByLabelText("Date and time (Europe/Oslo)");
  const skipped = page.getByText("The clock skips this time that night: it is sent at 03:00.");
  await field.fill("2099-03-29T01:30");
  expect(skipped.elements()).toEqual([]);
  await field.fill("2099-03-29T02:30");
  await expect.element(skipped).toBeVisible();
  await field.fill("2099-10-25T02:30");
  await expect.poll(() => skipped.elements()).toEqual([]);
  await field.fill("2099-03-29T02:30");
  await button("Send then").click();
  await expect
    .poll(() => network.sent("/change-outgoing"))
    .toEqual([{ messageid: text().messageid, leaves: "2099-03-29T02:30" }]);
});

test("the opening is offered where hours are set, with its time", async () => {
  open([text()], "2099-03-02T07:30:00.000Z");
  await button("Change").click();
  await expect.element(page.getByRole("dialog").getByText(/^2099-03-0\d/)).toBeVisible();
  await page.getByLabelText("Date and time (Europe/Oslo)").fill("2099-03-29T02:30");
  await button("Send then").click();
  await expect
    .poll(() => network.sent("/change-outgoing"))
    .toEqual([{ messageid: text().messageid, leaves: "2099-03-29T02:30" }]);
});

test("a text that has left meanwhile is not shown any more, and the agent reads so", async () => {
  network.on("/drop-outgoing", () => refusal(409, "conflict", reasonOf("outgoing_left")));
  open([text()]);
  await button("Take back").click();
  await expect.element(page.getByText("This message has been sent.")).toBeVisible();
  await expect.poll(() => waiting.elements()).toEqual([]);
});

test("a colleague's text names its writer, and only the ticket's handler takes it back", async () => {
  const theirs = text({ userid: agents.jonas.id, user_name: "Jonas Weber" });
  const { draw } = open([theirs]);
  await expect.element(waiting.getByText(/Jonas Weber · Will be sent/)).toBeVisible();
  expect(button("Send now").elements()).toEqual([]);
  await expect.element(button("Take back")).toBeVisible();
  draw(<WaitingTexts ticket={{ ...ticket, can: { ...ticket.can, reply: false } }} />);
  await expect.poll(() => button("Take back").elements()).toEqual([]);
});

test("the row above the list opens one's own texts, by keyboard", async () => {
  const cache = createCache();
  cache.setQueryData(keys.ownOutgoing, [text()]);
  mount(<OwnOutgoingRow />, { cache });
  await userEvent.keyboard("{Tab}{Enter}");
  await expect.element(page.getByRole("dialog").getByRole("link", { name: "Olena Koval" })).toBeVisible();
  applyGone(cache, text());
  await expect.element(page.getByText("Nothing waits to be sent.")).toBeVisible();
});

const leftBy = { userid: agents.jonas.id, user_name: "Jonas Weber", writer_left: true };

test("the text of a colleague who has left is taken over, and is one's own then", async () => {
  open([text({ ...leftBy, due_on: null, stopped_on: at(3), reason: reasonOf("outgoing_writer_left") })]);
  await expect.element(waiting.getByRole("alert")).toMatchTextContent(/^Jonas Weber · Not sent: /);
  expect(button("Take back").elements()).toEqual([]);
  await button("Take over").click();
  await expect.element(button("Send now")).toBeVisible();
  expect(network.sent("/take-outgoing")).toEqual([{ messageid: text().messageid }]);
  expect(button("Take over").elements()).toEqual([]);
});

test("discarding the text of a colleague who has left asks first, and gives it to nobody's composer", async () => {
  network.on("/drop-outgoing", () => text(leftBy));
  const before = localDraft(ticketid)?.text;
  open([text(leftBy)]);
  await expect.element(waiting.getByText(/^Jonas Weber · Not sent: Its writer/)).toBeVisible();
  await button("Discard").click();
  await expect.element(page.getByRole("dialog", { name: "Discard this message?" })).toBeVisible();
  await button("Cancel").click();
  expect(network.sent("/drop-outgoing")).toEqual([]);
  await button("Discard").click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await expect.poll(() => waiting.elements()).toEqual([]);
  expect(localDraft(ticketid)?.text).toBe(before);
});

test("an administrator may take over what was left in a colleague's ticket; another colleague may not", async () => {
  const theirs = { ...ticket, can: { ...ticket.can, reply: false } };
  const { draw, unmount } = open([text(leftBy)], null, agents.ingrid);
  draw(<WaitingTexts ticket={theirs} />);
  await expect.element(button("Take over")).toBeVisible();
  unmount();
  const colleague = open([text(leftBy)], null, agents.naledi);
  colleague.draw(<WaitingTexts ticket={theirs} />);
  await expect.element(waiting.getByText("It leaves at nine.")).toBeVisible();
  expect(button("Take over").elements()).toEqual([]);
});

test("an administrator's own list gains the mail of a colleague who left, and loses it once another took it over", async () => {
  const cache = createCache();
  cache.setQueryData(keys.ownOutgoing, []);
  mount(<OwnOutgoingRow />, { cache, viewer: agents.ingrid });
  askToStart("outgoing");
  const mail = text({
    ...leftBy,
    ticketid: null,
    channelid: "c1",
    client_name: "Henrik Aas",
    platform: "email",
  });
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByText("Nothing waits to be sent.")).toBeVisible();
  applyOutgoing(cache, agents.ingrid, mail);
  await expect.element(dialog.getByText("To Henrik Aas, a new conversation")).toBeVisible();
  await expect.element(button("Take over")).toBeVisible();
  applyOutgoing(cache, agents.ingrid, { ...mail, userid: agents.naledi.id, writer_left: false });
  await expect.element(dialog.getByText("Nothing waits to be sent.")).toBeVisible();
  applyOutgoing(cache, agents.mira, mail);
  await expect.element(dialog.getByText("Nothing waits to be sent.")).toBeVisible();
});
