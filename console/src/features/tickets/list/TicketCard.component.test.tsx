import { languages } from "@parley/contract/sessions";
import type { Ticket } from "@parley/contract/tickets";
import { useLocation } from "react-router";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { keys, openTicketsQuery } from "../../../api/queries.ts";
import { changeLanguage } from "../../../i18n/index.ts";
import { agents, at, ticketOf } from "../../../sample/build.ts";
import { contrast } from "../../../sample/contrast.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork, Status } from "../../../sample/network.ts";
import { tagsQuery } from "../tags/tags-query.ts";
import { TicketCard } from "./TicketCard.tsx";

const pending = ticketOf(agents.mira);
const accepted = (userid: string, user_name: string) =>
  ticketOf(agents.mira, { accepted: true, stage: "accepted", userid, user_name });
const accept = page.getByRole("button", { name: "Accept the ticket of Dimitar Petrov" });
const link = page.getByRole("link");

let network: Network;
beforeEach(() => {
  network = openNetwork({
    "/acceptTicket": () => accepted(agents.mira.id, "Mira Halvorsen"),
    "/tickets": () => [],
    "/drafts": () => [],
  });
});

function show(ticket = pending, open = false, path = "/") {
  const cache = createCache();
  cache.setQueryData(openTicketsQuery.queryKey, [ticket]);
  return mount(<TicketCard ticket={ticket} open={open} />, { cache, path });
}

test("a card names client, platform, department and last message, and links to the ticket", async () => {
  show();
  await expect.element(link).toMatchTextContent("Dimitar Petrov, Telegram");
  await expect.element(link).toMatchTextContent("Hello");
  await expect.element(link).toHaveAttribute("href", expect.stringContaining("70000000"));
  await expect.element(page.getByText("Bookings")).toBeVisible();
  await expect.element(page.elementLocator(document.body)).toMatchTextContent("1042");
});

test("eight cards fit into the list of a window of 1440 × 900, with long names too", async () => {
  await page.viewport(1440, 900);
  const waits = { created_on: new Date(Date.now() - 5 * 60_000).toISOString() };
  const { draw } = show({ ...pending, ...waits, unread: 3 });
  const heightOf = () => document.querySelector("[data-ticket]")?.getBoundingClientRect().height ?? 0;
  await expect.element(link).toBeVisible();
  expect(heightOf()).toBeLessThanOrEqual(82);
  const named = accepted(agents.jonas.id, "Bartholomew Featherstone");
  draw(
    <div style={{ width: 336 }}>
      <TicketCard ticket={{ ...named, client_name: "Maximiliana Katharina Petrova" }} open={false} />
    </div>,
  );
  await expect.element(page.getByText("Maximiliana Kathar…")).toBeVisible();
  expect(heightOf()).toBeLessThanOrEqual(82);
});

test.each([336, 374])("at %s px a card's middle links to the ticket in every language", async (width) => {
  await page.viewport(width === 336 ? 1440 : 390, 844);
  onTestFinished(() => changeLanguage("en"));
  const { draw } = show();
  const ticket = accepted(agents.jonas.id, "Bartholomew Featherstone");
  draw(
    <div style={{ width }}>
      <TicketCard ticket={ticket} open={false} />
    </div>,
  );
  for (const language of languages) {
    await changeLanguage(language);
    await expect.element(link).toBeVisible();
    const box = document.querySelector("[data-ticket]")?.getBoundingClientRect() ?? new DOMRect();
    const middle = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    expect([language, middle?.closest("a") === link.element()]).toEqual([language, true]);
  }
});

const japanese = {
  client_name: "山田太郎左衛門尉長谷川平蔵宣以",
  department_name: "予約とお問い合わせ窓口と返金のご相談",
  account_number: "予約番号一二三四五六七八九十一二三四五六七八九十",
};
const long = {
  client_name: "Wolfeschlegelsteinhausenbergerdorff",
  department_name: "Krankenversicherungskostenübernahmebescheinigungen and refunds",
  account_number: "N-100200300400500600700800900",
};
const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
const states: [string, Partial<Ticket>][] = [
  ["waiting", { tags: ["tag 0"] }],
  ["waiting, Japanese", { ...japanese, tags: ["tag 1"] }],
  ["waiting, long", { ...long, tags: ["tag 2", "tag 1", "tag 0"] }],
  ["handled by a colleague", { ...colleague("Jonas Lind"), waits_since: at(1), account_number: "HT-18204" }],
  ["handled by a colleague, long", { ...colleague("Bartholomew Featherstone"), ...long }],
  [
    "failed",
    { ...colleague("Bartholomew Featherstone"), ...japanese, failed: true, waits_since: at(1), unread: 100 },
  ],
  ["before the end of its window", { reply_window_until: hours(1.9), department_name: long.department_name }],
  ["after its window", { ...colleague("Jonas Lind"), reply_window_until: hours(-1) }],
  ["snoozed", { ...colleague("Jonas Lind"), snoozed: { on: at(1), until: hours(48), by: agents.jonas.id } }],
  ["back", { ...colleague("Jonas Lind"), ...long, back: "client", waits_since: at(1) }],
  ["due soon", { ...colleague("Jonas Lind"), ...long, due: { on: hours(0.2), goal: "next" } }],
  ["due in hours", { ...colleague("Jonas Lind"), ...long, due: { on: hours(23.99), goal: "next" } }],
  ["overdue", { ...japanese, due: { on: hours(-30), goal: "first" }, tags: ["tag 1"] }],
  ["paused", { ...colleague("Bartholomew Featherstone"), ...long, goal_paused: true, failed: true }],
  ["a mail", { platform: "email", subject: "Re: Wrong hotel", last_message: edward(), tags: ["tag 2"] }],
  [
    "closed",
    { ...long, stage: "closed", closed_on: at(5), closed_by_name: "Bartholomew Featherstone", failed: true },
  ],
];
const tags = ["vip", "返金の問い合わせと請求書の再発行", "A name that is as long as a tag's may be"].map(
  (name, index) => ({ tagid: `tag ${index}`, name, colour: "red" as const, archived_on: null }),
);

test.each([
  [336, 1440],
  [304, 1000],
  [374, 390],
])(
  "on a card of %i px nothing overflows, covers another or is cut in any language",
  async (width, window) => {
    await page.viewport(window, 900);
    onTestFinished(() => changeLanguage("en"));
    const cache = createCache();
    cache.setQueryData(keys.drafts, [
      { ticketid: pending.ticketid, content: "It leaves", updated_on: at(1) },
    ]);
    cache.setQueryData(tagsQuery.queryKey, {
      closed: false,
      tags,
      byId: new Map(tags.map((tag) => [tag.tagid, tag])),
    });
    mount(
      <div style={{ width }}>
        {states.map(([name, facts]) => (
          <div key={name} title={name}>
            <TicketCard ticket={ticketOf(agents.mira, facts, facts.unread)} open={name === "a mail"} />
          </div>
        ))}
      </div>,
      { cache },
    );
    await expect.element(link.first()).toBeVisible();
    for (const language of languages) {
      await changeLanguage(language);
      await expect.poll(() => document.documentElement.lang).toBe(language);
      for (const [name] of states) {
        const card = document.querySelector<HTMLElement>(`[title="${name}"] > div`);
        expect([language, name, card ? faultsOf(card) : ["missing"]]).toEqual([language, name, []]);
      }
    }
  },
);

/** The texts that reach out of the card, lie upon another, or end in an ellipsis, beside the last words and a mail's subject. */
function faultsOf(card: HTMLElement): string[] {
  const frame = card.getBoundingClientRect();
  const faults: string[] = [];
  const boxes: { text: string; box: DOMRect }[] = [];
  const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const parent = node.parentElement;
    const text = node.textContent?.trim() ?? "";
    if (!text || !parent || parent.closest(".sr-only, [aria-hidden=true].rounded-full")) continue;
    const cut = parent.closest<HTMLElement>(".truncate");
    if (cut && !cut.closest("[data-last-words]")) faults.push(`cut: ${text}`);
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const whole of range.getClientRects()) {
      const shown = cut?.getBoundingClientRect();
      const box = new DOMRect(
        whole.left,
        whole.top + 2,
        Math.min(whole.right, shown?.right ?? whole.right) - whole.left,
        whole.height - 4,
      );
      if (box.left < frame.left || box.right > frame.right || box.bottom > frame.bottom)
        faults.push(`out: ${text}`);
      const covered = boxes.find(
        (other) =>
          other.text !== text &&
          other.box.left < box.right - 1 &&
          other.box.right > box.left + 1 &&
          other.box.top < box.bottom &&
          other.box.bottom > box.top,
      );
      if (covered) faults.push(`${text} upon ${covered.text}`);
      boxes.push({ text, box });
    }
  }
  for (const one of card.querySelectorAll<HTMLElement>("*:not(.sr-only, [data-last-words] *)"))
    if (getComputedStyle(one).overflowX !== "visible" && one.scrollWidth > one.clientWidth)
      faults.push(`cut: ${one.textContent}`);
  return faults;
}

function colleague(user_name: string): Partial<Ticket> {
  return { accepted: true, stage: "accepted", userid: agents.jonas.id, user_name };
}

function edward(): Ticket["last_message"] {
  return { type: "text", content: "Will we?", created_on: at(1), isagent: false, author: "Edward Grant" };
}

test("long names are cut to 18 characters and complete in their titles", async () => {
  const long = { client_name: "Maximiliana Katharina Petrova", user_name: "Bartholomew Featherstone" };
  show({ ...accepted(agents.jonas.id, long.user_name), ...long });
  await expect.element(page.getByText("Maximiliana Kathar…")).toBeVisible();
  await expect.element(page.getByTitle(long.client_name)).toBeVisible();
  await expect.element(page.getByText("handled by Bartholomew Feathe…")).toBeVisible();
  await expect.element(page.getByTitle(`handled by ${long.user_name}`)).toBeVisible();
});

test("only the open ticket is marked as such", async () => {
  const { draw } = show(pending, true);
  await expect.element(link).toHaveAttribute("aria-current", "true");
  draw(<TicketCard ticket={pending} open={false} />);
  await expect.element(link).not.toHaveAttribute("aria-current");
});

test.each([
  [0, null, null],
  [1, "1", "1 unread message"],
  [99, "99", "99 unread messages"],
  [100, "99+", "100 unread messages"],
])("%s unread messages show as %s and are read out in full", async (unread, shown, spoken) => {
  show(ticketOf(agents.mira, {}, unread));
  await expect.element(link).toBeVisible();
  if (shown === null) return expect.element(page.getByText(/unread/)).not.toBeInTheDocument();
  await expect.element(page.getByText(shown, { exact: true })).toBeVisible();
  await expect.element(page.getByText(spoken ?? "", { exact: true })).toBeInTheDocument();
});

test.each([
  [/not accepted yet · waits \d+ /, pending],
  ["handled by you", accepted(agents.mira.id, "Mira Halvorsen")],
  ["handled by Jonas Lind", accepted(agents.jonas.id, "Jonas Lind")],
  [
    "closed by Jonas Lind",
    ticketOf(agents.mira, { stage: "closed", closed_on: at(5), closed_by_name: "Jonas Lind" }),
  ],
])("the handler: %s", async (text, ticket) => {
  show(ticket);
  await expect.element(page.getByText(text)).toBeVisible();
});

test("a closed ticket has no button to accept it", async () => {
  show(ticketOf(agents.mira, { stage: "closed", closed_on: at(5), closed_by_name: "Jonas Lind" }));
  await expect.element(link).toBeVisible();
  await expect.element(accept).not.toBeInTheDocument();
});

test("a ticket with another handler says why it cannot be accepted", async () => {
  show(accepted(agents.jonas.id, "Jonas Lind"));
  await expect.element(accept).toBeDisabled();
  await expect.element(accept).toHaveAttribute("title", "Already accepted");
});

const Search = () => <output>{useLocation().search}</output>;

test("accepting opens the chat", async () => {
  const cache = createCache();
  cache.setQueryData(openTicketsQuery.queryKey, [pending]);
  mount(
    <>
      <TicketCard ticket={pending} open={false} />
      <Search />
    </>,
    { cache },
  );
  await accept.click();
  await expect.element(page.getByText("?ticket=70000000")).toBeVisible();
});

test("only the agent's own and waiting tickets count their unread messages in the accent colour", async () => {
  const badge = () => document.querySelector("a .tabular-nums.font-bold")?.className;
  const { draw } = show(pending);
  await expect.poll(badge).toContain("bg-accent");
  draw(<TicketCard ticket={accepted(agents.jonas.id, "Jonas Lind")} open={false} />);
  await expect.poll(badge).not.toContain("bg-accent");
  const closed = { stage: "closed", closed_on: at(5), closed_by_name: "Mira Halvorsen" } as const;
  draw(<TicketCard ticket={ticketOf(agents.mira, closed)} open={false} />);
  await expect.poll(badge).not.toContain("bg-accent");
});

test("accepting sends the agent, moves the focus to the card and shows the ticket as theirs", async () => {
  const { cache } = show();
  await accept.click();
  await expect.element(link).toHaveFocus();
  await expect
    .poll(() => cache.getQueryData(openTicketsQuery.queryKey))
    .toMatchObject([{ userid: agents.mira.id }]);
  const { ticketid, created_on } = pending;
  expect(network.sent("/acceptTicket")).toEqual([{ ticketid, created_on, userid: agents.mira.id }]);
});

test("a ticket that another agent accepted first names them, and the list is fetched again", async () => {
  const handler = { userid: agents.jonas.id, user_name: "Jonas Lind" };
  network.on(
    "/acceptTicket",
    () => new Status(409, { code: "already_accepted", message: "Taken.", handler }),
  );
  const { cache } = show();
  await accept.click();
  await expect.element(page.getByText("Ticket already accepted by Jonas Lind")).toBeVisible();
  expect(cache.getQueryState(openTicketsQuery.queryKey)?.isInvalidated).toBe(true);
});

test("an unreachable server is shown as the reason, and accepting can be tried again", async () => {
  network.on("/acceptTicket", broken);
  show();
  await accept.click();
  await expect
    .element(page.getByText("The ticket could not be accepted: The server cannot be reached."))
    .toBeVisible();
  await expect.element(accept).toBeEnabled();
});

const said = { type: "text", content: "On my way", created_on: at(3) } as const;
const ours = { ...said, isagent: true };
const beside = { ...said, content: "Where is it?", created_on: at(2) };
const closedNow = { ...ours, content: "We are closed now.", automatic: true } as const;
test.each<[string, Partial<Ticket>, string]>([
  ["one's own", { last_message: { ...ours, userid: agents.mira.id } }, "You: On my way"],
  [
    "a colleague's",
    { last_message: { ...ours, userid: agents.jonas.id, user_name: "Jonas Lind" } },
    "Jonas: On my way",
  ],
  ["ours of an unknown writer", { last_message: ours }, "On my way"],
  ["the client's", { last_message: { ...said, isagent: false } }, "On my way"],
  ["a photo", { last_message: { ...said, type: "image", content: "", isagent: false } }, "Photo"],
  [
    "a participant's mail",
    { subject: "Re: Wrong hotel", last_message: { ...said, isagent: false, author: "Edward Grant" } },
    "Edward Grant: On my way",
  ],
  [
    "a mail that brings a file alone",
    { subject: "A recording", last_message: { ...said, content: "", isagent: false } },
    "Mail without text",
  ],
  [
    "an automatic one over the client's words",
    { last_message: closedNow, last_client_message: beside },
    "Where is it?",
  ],
  [
    "an automatic one over a participant's words",
    { last_message: closedNow, last_client_message: { ...beside, author: "Edward Grant" } },
    "Edward Grant: Where is it?",
  ],
  ["an automatic one where the client has said nothing", { last_message: closedNow }, "We are closed now."],
])("the last words: %s", async (_whose, facts, shown) => {
  show(ticketOf(agents.mira, facts));
  await expect.element(page.getByText(shown, { exact: true })).toBeVisible();
  const robot = page.getByRole("img", { name: "Automatic message" });
  await expect.poll(() => robot.elements().length).toBe(shown === closedNow.content ? 1 : 0);
});

test("a mail's subject stands above its last words", async () => {
  const last_message = { ...said, isagent: false, author: "Edward Grant" };
  show(ticketOf(agents.mira, { subject: "Re: Wrong hotel", last_message }));
  const subject = page.getByText("Wrong hotel", { exact: true });
  await expect.element(subject).toBeVisible();
  const words = page.getByText("Edward Grant: On my way").element().getBoundingClientRect();
  expect(subject.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(words.top);
});

test("a closed ticket shows no unread messages", async () => {
  show(ticketOf(agents.mira, { stage: "closed", closed_on: at(5), closed_by_name: "Jonas Lind" }, 4));
  await expect.element(link).toBeVisible();
  await expect.element(page.getByText(/unread/)).not.toBeInTheDocument();
});

test.each([
  [12, "next", "Next answer: 12 min left", "soon"],
  [90, "next", "Next answer: 1 hr 30 min left", "later"],
  [300, "solved", "Solved: 5 hr left", "later"],
  [-5, "first", "First answer: overdue 5 min", "overdue"],
] as const)("a ticket due in %i minutes says so in words", async (minutes, goal, said, state) => {
  const on = new Date(Date.now() + minutes * 60_000 - 500).toISOString();
  const waits_since = new Date(Date.now() - 20 * 60_000).toISOString();
  const { draw } = show({ ...accepted(agents.mira.id, "Mira Halvorsen"), waits_since, due: { on, goal } });
  await expect.element(page.getByText(said)).toBeVisible();
  expect(document.querySelector(`[data-due=${state}]`)?.textContent).toBe(said);
  if (goal !== "solved") await expect.element(page.getByText(/waits/)).not.toBeInTheDocument();
  draw(
    <TicketCard ticket={{ ...accepted(agents.mira.id, "Mira Halvorsen"), goal_paused: true }} open={false} />,
  );
  await expect.element(page.getByText("goal paused")).toBeVisible();
});

test("the time that is left runs on without another answer of the server", async () => {
  const passes = vi.spyOn(window, "setInterval");
  onTestFinished(() => passes.mockRestore());
  const due = { on: new Date(Date.now() + 90_000).toISOString(), goal: "next" as const };
  show({ ...accepted(agents.mira.id, "Mira Halvorsen"), due });
  await expect.element(page.getByText("Next answer: 2 min left")).toBeVisible();
  const minute = passes.mock.calls.find(([, pause]) => pause === 60_000)?.[0] as () => void;
  // The moment is moved in place of the clock.
  due.on = new Date(Date.now() - 60_000).toISOString();
  minute();
  await expect.element(page.getByText("Next answer: overdue 1 min")).toBeVisible();
});

test("an accepted ticket says how long its client has waited for an answer, and an answered one does not", async () => {
  const waits_since = new Date(Date.now() - 12 * 60_000 - 1000).toISOString();
  const { draw } = show({ ...accepted(agents.mira.id, "Mira Halvorsen"), waits_since });
  await expect.element(page.getByText("waits 12 min")).toBeVisible();
  draw(<TicketCard ticket={accepted(agents.mira.id, "Mira Halvorsen")} open={false} />);
  await expect.element(page.getByText(/waits/)).not.toBeInTheDocument();
});

test.each(["dark", "light"])(
  "Accept is quiet on a card in the %s theme, and marked and readable on the one that waits longest",
  async (theme) => {
    document.documentElement.setAttribute("data-theme", theme);
    onTestFinished(() => document.documentElement.removeAttribute("data-theme"));
    const { draw } = show(pending, true);
    await link.hover();
    const colours = () => {
      const { backgroundColor, color } = getComputedStyle(accept.element());
      return { backgroundColor, color };
    };
    const quiet = colours();
    draw(<TicketCard ticket={pending} open first />);
    await expect.poll(() => colours().color).not.toBe(quiet.color);
    expect(colours().backgroundColor).toBe(quiet.backgroundColor);
    expect(contrast(colours().color, colours().backgroundColor)).toBeGreaterThanOrEqual(4.5);
  },
);

test("a message that could not be sent is marked, until the mark is removed", async () => {
  const mark = page.getByText("A message could not be sent");
  const { draw } = show({ ...pending, failed: true });
  await expect.element(mark).toBeVisible();
  draw(<TicketCard ticket={pending} open={false} />);
  await expect.element(mark).not.toBeInTheDocument();
});

test.each([
  [3 * 60, null],
  [80, "Window closes in 1 hr 20 min, then a template"],
  [0, "The reply window has closed"],
])("a reply window with %s minutes left shows as %s", async (minutes, shown) => {
  const reply_window_until = new Date(Date.now() + minutes * 60_000 - 1000).toISOString();
  show(ticketOf(agents.mira, { reply_window_until }));
  await expect.element(link).toBeVisible();
  if (shown) return expect.element(page.getByText(shown)).toBeInTheDocument();
  await expect.element(page.getByText(/[Ww]indow/)).not.toBeInTheDocument();
});

test("a card says that its ticket holds a draft", async () => {
  const cache = createCache();
  cache.setQueryData(keys.drafts, [{ ticketid: pending.ticketid, content: "It leaves", updated_on: at(1) }]);
  mount(<TicketCard ticket={pending} open={false} />, { cache });
  await expect.element(link).toMatchTextContent(/Dimitar Petrov, Telegram\s*Draft/);
});

test("a card marks that it waits for the client while the last word is an agent's", async () => {
  const last_message = { type: "text", content: "Yes.", created_on: at(2), isagent: true } as const;
  show(ticketOf(agents.mira, { last_message, isagent: true }));
  await expect.element(page.getByRole("img", { name: "Waiting for client" })).toBeVisible();
});

test("a card whose last word is the client's has no such mark", async () => {
  show();
  await expect.element(link).toMatchTextContent("Hello");
  expect(page.getByRole("img", { name: "Waiting for client" }).elements()).toEqual([]);
});
