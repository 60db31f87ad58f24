import type { ClientFile, TicketClient } from "@parley/contract/client-panel";
import { reasonOf } from "@parley/contract/reasons";
import type { Ticket, TicketLine } from "@parley/contract/tickets";
import type { Platform } from "@parley/contract/values";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { keys, openTicketsQuery } from "../../../api/queries.ts";
import { agents, at, sharedTicket, ticketOf } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork, refusal, Status } from "../../../sample/network.ts";
import { ClientPanel } from "./ClientPanel.tsx";

const mine = ticketOf(agents.mira, { accepted: true, stage: "accepted", userid: agents.mira.id });
const { ticketid, clientid } = mine;
const id = (letter: string, number: number) => `${letter}0000000-0000-4000-8000-00000000000${number}`;
const identity = {
  ...{
    channelid: id("b", 1),
    platform: "telegram" as Platform,
    channel_name: "Harbour Travel",
    external_id: "4711",
  },
  ...{ username: "dimitar", created_on: at(0) },
};
const plain: TicketClient = {
  ...{ clientid, short_id: "1042", client_name: "Dimitar Petrov", picture: null, account_number: "HT-1" },
  ...{ address: null, note: "Pays by invoice.", blocked_on: false, created_on: at(0) },
  ...{ emails: ["dimitar@example.com"], language: "bg", time_zone: "Europe/Sofia" },
  ...{ tickets: 11, rating: 2.8, edits: true },
  identities: [{ ...identity, write: { by: "ticket", ticketid } }],
};
const line = (number: number, facts: Partial<TicketLine>): TicketLine => ({
  ...sharedTicket({ ticketid: id("7", number) }),
  ...facts,
});
const file = (number: number, facts: Partial<ClientFile> = {}): ClientFile => ({
  ...{ fileid: id("f", number), messageid: id("e", number), ticketid, seq: number, of: "image" },
  ...{ name: `${number}.png`, size: 9_000, type: "image/png", path: "/p.png", imageUrl: "/p.png" },
  ...{ thumbnailUrl: null, created_on: at(number), isagent: false },
  ...facts,
});

let network: Network;
beforeEach(() => {
  network = openNetwork({
    [`/${ticketid}/client`]: () => plain,
    "/fields": () => [],
    "/tags": () => ({ closed: true, tags: [] }),
    "/channels": () => [],
    [`/admin/${clientid}/client-tickets`]: () => [],
    [`/admin/${clientid}/client-files`]: () => [],
  });
});
function open(ticket: Ticket = mine, viewer = agents.mira) {
  const cache = createCache();
  cache.setQueryData(openTicketsQuery.queryKey, [ticket]);
  mount(
    <div style={{ width: 304 }}>
      <ClientPanel ticket={ticket} />
    </div>,
    { cache, viewer },
  );
  return cache;
}
const shows = (change: Partial<TicketClient>) =>
  network.on(`/${ticketid}/client`, () => ({ ...plain, ...change }));
const note = page.getByRole("textbox", { name: "Note" });
const sent = () => network.sent("/client/set-note");

test("the client's known facts have a line each, and nothing overflows the column", async () => {
  shows({
    client_name: "Wilhelmina Alexandrina van den Oudenhuijzen-Achterberg",
    organisation: { organisationid: id("0", 1), name: "Aas Maritim AS" },
  });
  open();
  await expect.element(page.getByText("dimitar@example.com")).toBeVisible();
  await expect.element(page.getByText("Aas Maritim AS")).toBeVisible();
  await expect.element(page.getByText("Bulgarian")).toBeVisible();
  await expect.element(page.getByText(/^\d\d:\d\d, Sofia$/)).toBeVisible();
  await expect.element(page.getByText("11 tickets")).toBeVisible();
  await expect.element(page.getByText("@dimitar")).toBeVisible();
  await expect.element(page.getByText("This ticket")).toBeVisible();
  const wide = [...document.querySelectorAll<HTMLElement>("section, dl, h3")];
  expect(wide.filter((one) => one.scrollWidth > one.clientWidth + 1)).toEqual([]);
});

test("the client's organisation leads to its page, and an agent neither chooses one nor reads that there is none", async () => {
  const organisation = { organisationid: id("0", 1), name: "Aas Maritim AS" };
  shows({ organisation });
  const cache = open();
  const link = page.getByRole("link", { name: "Aas Maritim AS" });
  await expect.element(link).toHaveAttribute("href", `/admin-panel/organisations/${id("0", 1)}`);
  expect(page.getByRole("button", { name: /^Organisation of/ }).query()).toBeNull();
  shows({});
  await cache.invalidateQueries({ queryKey: keys.clientDetails(clientid) });
  await expect.element(link).not.toBeInTheDocument();
  expect(page.getByText("In no organisation").query()).toBeNull();
});

test("an organisation that an administrator chooses is there at once, and goes back where it is refused, which is said", async () => {
  const pier = { organisationid: id("0", 2), name: "Pier Foods", domains: [], clients: 0, created_on: at(0) };
  network.on("/organisations", () => ({ organisations: [pier], total: 1 }));
  const answer = Promise.withResolvers<unknown>();
  network.on("/admin/choose-organisation", () => answer.promise);
  open(mine, agents.ingrid);
  await expect.element(page.getByText("In no organisation")).toBeVisible();
  await page.getByRole("button", { name: "Organisation of Dimitar Petrov" }).click();
  const found = page.getByRole("dialog").getByRole("button", { name: /Pier Foods/ });
  await found.click();
  const link = page.getByRole("link", { name: "Pier Foods" });
  await expect.element(link).toBeVisible();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(network.sent("/admin/choose-organisation")).toEqual([
    { clientids: [clientid], organisationid: id("0", 2) },
  ]);
  answer.reject(new TypeError("Failed to fetch"));
  await expect.element(page.getByText(/^Nothing was changed:/)).toBeVisible();
  await expect.element(link).not.toBeInTheDocument();
  await expect.element(page.getByText("In no organisation")).toBeVisible();
  network.on("/admin/choose-organisation", () => ({}));
  shows({ organisation: pier });
  await page.getByRole("button", { name: "Organisation of Dimitar Petrov" }).click();
  await found.click();
  await expect.element(link).toBeVisible();
});

test("a client who cannot be loaded is said, and asked for again", async () => {
  network.on(`/${ticketid}/client`, () => new Status(500));
  open();
  await expect.element(page.getByText("The client could not be loaded")).toBeVisible();
  network.on(`/${ticketid}/client`, () => plain);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(page.getByRole("heading", { name: "Dimitar Petrov" })).toBeVisible();
});

test("a changed note shows at once, and the call names the one it replaces", async () => {
  let answer = () => {};
  network.on(
    "/client/set-note",
    () =>
      new Promise((resolve) => {
        answer = () => resolve({ clientid, note: "Pays by card." });
      }),
  );
  open();
  await page.getByRole("button", { name: /Pays by invoice/ }).click();
  await note.fill("Pays by card.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByRole("button", { name: /Pays by card/ })).toBeVisible();
  await expect.element(page.getByText("Saving…")).toBeVisible();
  expect(sent()).toEqual([{ clientid, note: "Pays by card.", before: "Pays by invoice." }]);
  shows({ note: "Pays by card." });
  answer();
  await expect.element(page.getByText("Saving…")).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: /Pays by card/ })).toHaveFocus();
});

test("a refused note comes back into the editor with its reason, and Escape leaves the stored one", async () => {
  network.on("/client/set-note", broken);
  open();
  await page.getByRole("button", { name: /Pays by invoice/ }).click();
  await note.fill("Pays by card.");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(page.getByRole("alert")).toBeVisible();
  await expect.element(note).toHaveValue("Pays by card.");
  await note.click();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("button", { name: /Pays by invoice/ })).toBeVisible();
});

test("another agent's note stands above one's own, and only a second press replaces it", async () => {
  network.on("/client/set-note", () => refusal(409, "conflict", reasonOf("client_note_changed")));
  open();
  await page.getByRole("button", { name: /Pays by invoice/ }).click();
  await note.fill("Pays by card.");
  shows({ note: "Moved to Oslo." });
  await page.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByText("Moved to Oslo.")).toBeVisible();
  await expect.element(note).toHaveValue("Pays by card.");
  network.on("/client/set-note", () => ({ clientid, note: "Pays by card." }));
  await page.getByRole("button", { name: "Replace it" }).click();
  await expect.poll(sent).toEqual([
    { clientid, note: "Pays by card.", before: "Pays by invoice." },
    { clientid, note: "Pays by card.", before: "Moved to Oslo." },
  ]);
});

test("a note that is being changed outlasts another ticket, and hears of a change by its event", async () => {
  const cache = open();
  await page.getByRole("button", { name: /Pays by invoice/ }).click();
  await note.fill("Half a th");
  shows({ note: "Moved to Oslo." });
  await cache.invalidateQueries({ queryKey: keys.clientDetails(clientid) });
  await expect.element(page.getByText("Moved to Oslo.")).toBeVisible();
  await expect.element(note).toHaveValue("Half a th");
  await note.click();
  await userEvent.keyboard("{Escape}");
});

test("an identity that cannot be written to says why, and one that can opens a first message", async () => {
  const other = { ...identity, external_id: "4712", username: null, channelid: id("b", 2) };
  shows({
    identities: [
      { ...identity, write: { by: "nothing", why: reasonOf("client_blocked") } },
      { ...other, channel_name: "Fjord", write: { by: "text" } },
      { ...other, external_id: "4713", channelid: id("b", 3), write: { by: "ticket", ticketid: id("7", 9) } },
    ],
  });
  network.on("/start-conversation", () => mine);
  open();
  await expect.element(page.getByText("This client is blocked.")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Open the ticket" })).toBeVisible();
  await page.getByRole("button", { name: "Write over Fjord" }).click();
  await page.getByRole("textbox", { name: "Message" }).fill("Your bus is at nine.");
  await userEvent.keyboard("{Enter}");
  await expect
    .poll(() => network.sent("/start-conversation"))
    .toMatchObject([{ channelid: id("b", 2), clientid, content: "Your bus is at nine." }]);
});

test("the client's tickets are named by subject or first words, and the open one is marked", async () => {
  network.on(`/admin/${clientid}/client-tickets`, () => [
    line(1, { first_words: "Two seats, please" }),
    line(2, {
      subject: "Invoice 2025-771",
      closed_on: at(2),
      closed_by_name: "Jonas Weber",
      stage: "closed",
      rating: 3,
    }),
  ]);
  open();
  const here = page.getByRole("link", { name: /Two seats, please/ });
  await expect.element(here).toHaveAttribute("aria-current", "true");
  const old = page.getByRole("link", { name: /Invoice 2025-771/ });
  await expect.element(old).toHaveAttribute("href", `/?ticket=${id("7", 2).slice(0, 8)}&view=closed`);
  await expect.element(old).toMatchTextContent(/by Jonas Weber/);
});

test("nine files are shown, more when they are asked for, and a picture opens large", async () => {
  network.on(`/admin/${clientid}/client-files`, () => [
    file(1, { name: "terms.pdf", imageUrl: null, type: "application/pdf", of: "document" }),
    ...Array.from({ length: 9 }, (_, number) =>
      file(number + 2, { fileid: `f0000000-0000-4000-8000-00000000001${number}` }),
    ),
  ]);
  open();
  const tiles = page.getByRole("button", { name: /^Open \d+\.png/ });
  await expect.poll(() => tiles.elements().length).toBe(8);
  await expect.element(page.getByText("terms.pdf")).toBeVisible();
  await page.getByRole("button", { name: "Show more" }).click();
  await expect.poll(() => tiles.elements().length).toBe(9);
  await tiles.first().click();
  await expect.element(page.getByRole("dialog", { name: "2.png" })).toBeVisible();
});

test("a ticket of another channel shows what is known of its client as a website's visitor", async () => {
  const web = { ...identity, channelid: id("b", 2), platform: "web" as Platform, external_id: "sub:9" };
  shows({
    identities: [
      { ...identity, write: { by: "ticket", ticketid } },
      { ...web, write: { by: "nothing", why: reasonOf("visitor_without_mail") } },
    ],
  });
  network.on(`/tickets/${ticketid}/visit`, () => ({
    page: { url: "https://shop.example/tours", title: "Tours", referrer: "https://search.example/" },
    ...{ country: "AT", email: null, identified: true, mailed_on: null },
    about: [{ name: "Plan", value: "Business" }],
  }));
  open();
  const visitor = page.getByRole("region", { name: "About the visitor" });
  await expect.element(visitor.getByRole("link", { name: "Tours" })).toBeVisible();
  await expect.element(visitor.getByRole("link", { name: "search.example/" })).toBeVisible();
  await expect.element(visitor.getByText("Business")).toBeVisible();
});

test("a mentioned colleague gets no note, no tickets and no files", async () => {
  shows({
    ...{ edits: false, note: null, tickets: 0, rating: null },
    identities: [{ ...identity, write: { by: "nothing", why: reasonOf("only_mentioned") } }],
  });
  open({ ...mine, sighted: true });
  await expect.element(page.getByText("@dimitar")).toBeVisible();
  await expect.element(page.getByText("Add a note")).not.toBeInTheDocument();
  await expect.element(page.getByRole("heading", { name: "Files" })).not.toBeInTheDocument();
  expect(network.calls.filter(({ path }) => path.startsWith("/admin/"))).toEqual([]);
});

test("a ticket of the client that begins elsewhere is fetched", async () => {
  const cache = open();
  await expect.element(page.getByRole("heading", { name: "Dimitar Petrov" })).toBeVisible();
  const asked = () => network.calls.filter(({ path }) => path.endsWith("/client-tickets")).length;
  await expect.poll(asked).toBe(1);
  cache.setQueryData(openTicketsQuery.queryKey, [mine, ticketOf(agents.mira, { ticketid: id("7", 5) })]);
  await expect.poll(asked).toBe(2);
});
