import type { Message } from "@parley/contract/messages";
import type { Note } from "@parley/contract/notes";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { keys } from "../../../api/queries.ts";
import { agents, at, message, note, ticketOf } from "../../../sample/build.ts";
import { mail, mailMessage } from "../../../sample/mails.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork, Status } from "../../../sample/network.ts";
import { useChat } from "../../tickets/messages/chat.ts";
import { shownOf } from "../../tickets/messages/chat-state.ts";
import { listItems } from "../message-kinds/list-items.ts";
import { MessageList } from "./MessageList.tsx";

const ticket = ticketOf(agents.mira, { userid: agents.mira.id, accepted: true, last_seq: 321 }, 0);
const words = (seq: number) => `#${seq}. ${"and so on ".repeat((seq * 7) % 23)}`;
const run = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) =>
    message({ seq: from + index, content: words(from + index) }),
  );

type ReaderProps = { lastSeq?: number; foldBefore?: number; highlighted?: Message | null };

function Reader({ foldBefore = 0, highlighted = null, lastSeq = ticket.last_seq }: ReaderProps) {
  const { data } = useChat(ticket.ticketid, lastSeq);
  if (!data) return null;
  return (
    <div className="flex h-150 flex-col">
      <MessageList
        ticket={ticket}
        chat={data}
        items={listItems(shownOf(data), [], null)}
        foldBefore={foldBefore}
        unsent={0}
        jump={{ highlighted, jumpTo: () => undefined }}
      />
    </div>
  );
}

const log = page.getByRole("log", { name: "Messages" });
const bubble = (seq: number) => log.getByRole("article").filter({ hasText: `#${seq}.` });
const toEnd = page.getByRole("button", { name: "To the newest message" });
const list = () => log.element() as HTMLElement;

let network: Network;
beforeEach(() => {
  network = openNetwork({ "/read-message": () => ({}), [`/${ticket.ticketid}/seen`]: () => ({}) });
});

/** Mounts the newest messages, and a passage that a jump has led to. */
function mountPassage(from: number, to: number) {
  const cache = createCache();
  cache.setQueryData(keys.chat(ticket.ticketid), { messages: run(232, 321), passage: run(from, to) });
  return mount(<Reader />, { cache });
}

const mails = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) =>
    mailMessage({ seq: from + index, content: words(from + index) }),
  );
const earlier = log.getByRole("button", { name: /earlier mails/ });

function mountMails(from: number, to: number, highlighted: string | null = null) {
  const cache = createCache();
  const messages = mails(from, to);
  cache.setQueryData(keys.chat(ticket.ticketid), { messages });
  const target = messages.find(({ content }) => content === highlighted) ?? null;
  return mount(<Reader lastSeq={to} foldBefore={to} highlighted={target} />, { cache });
}

test("earlier mails that were read are one line; Enter opens them, and the focus is on the last of them", async () => {
  mountMails(1, 8);
  await expect
    .element(log.getByRole("button", { name: /^7 earlier mails Henrik Aas · since 2026-/ }))
    .toBeVisible();
  await expect.element(earlier).toHaveAttribute("aria-expanded", "false");
  expect(log.getByRole("article").elements()).toHaveLength(1);
  (earlier.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(bubble(7).getByRole("button")).toHaveFocus();
  expect(log.getByRole("article").elements()).toHaveLength(8);
  await expect.element(earlier).not.toBeInTheDocument();
});

test("the line says that there are more where earlier messages are not loaded", async () => {
  mountMails(30, 60);
  await expect
    .element(log.getByRole("button", { name: /^More than 30 earlier mails Henrik Aas$/ }))
    .toBeVisible();
});

test("a search that leads to one of the folded mails opens them", async () => {
  mountMails(1, 8, words(3));
  await expect.element(bubble(3).getByText(/to booking@harbour/)).toBeVisible();
  await expect.element(earlier).not.toBeInTheDocument();
});

const slice = (from: number, to: number) => ({ selectedSections: { "2026-11-21": run(from, to) } });

test("a reader at the end of a passage keeps reading there when it joins the newest messages", async () => {
  const answer = Promise.withResolvers<void>();
  network.on("/get-chat-slice", async () => {
    await answer.promise;
    return slice(202, 231);
  });
  mountPassage(172, 201);
  await expect.element(bubble(201)).toBeInViewport();
  list().scrollTop = list().scrollHeight;
  await expect.poll(() => network.calls.map(({ path }) => path).join()).toContain("after=201");
  const place = () => bubble(201).element().getBoundingClientRect().top;
  const before = place();
  answer.resolve();
  await expect.element(bubble(202)).toBeInTheDocument();
  expect(Math.abs(place() - before)).toBeLessThan(2);
  await expect.element(toEnd).toBeVisible();
});

test("a reader at the very beginning gets the earlier messages that were refused at first", async () => {
  let refuses = true;
  network.on("/get-chat-slice", () =>
    refuses ? new Status(429, { code: "too_many_calls", message: "Too many calls." }) : slice(202, 231),
  );
  const cache = createCache();
  cache.setQueryData(keys.chat(ticket.ticketid), { messages: run(232, 321) });
  mount(<Reader />, { cache });
  await expect.element(bubble(321)).toBeInViewport();
  // Rows that get their heights move the list for a while.
  const restsAtTop = async () => {
    list().scrollTop = 0;
    await new Promise((over) => setTimeout(over, 300));
    return list().scrollTop === 0 && network.calls.some(({ path }) => path.includes("before=232"));
  };
  await expect.poll(restsAtTop, { timeout: 5000 }).toBe(true);
  refuses = false;
  await expect.element(bubble(231), { timeout: 5000 }).toBeInTheDocument();
});

test("a row stays under the pressed pointer when a message comes; after the release the end is in view", async () => {
  const cache = createCache();
  const write = (messages: Message[]) => cache.setQueryData(keys.chat(ticket.ticketid), { messages });
  write(run(1, 21));
  mount(<Reader lastSeq={21} />, { cache });
  await expect.element(bubble(21)).toBeInViewport();
  const row = bubble(20).element();
  const place = () => row.getBoundingClientRect().top;
  const frames = async () => {
    for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
  };
  await frames();
  const before = place();
  row.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  write(run(1, 23));
  await frames();
  expect(Math.abs(place() - before)).toBeLessThan(2);
  row.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
  await expect.element(bubble(23)).toBeInViewport();
  write(run(1, 24));
  await expect.element(bubble(24)).toBeInViewport();
});

test("a row takes a press while the list scrolls", async () => {
  const cache = createCache();
  cache.setQueryData(keys.chat(ticket.ticketid), { messages: run(1, 40) });
  mount(<Reader lastSeq={40} />, { cache });
  await expect.element(bubble(40)).toBeInViewport();
  // The scroll to the end is over.
  await new Promise((over) => setTimeout(over, 300));
  const scrolled = new Promise((over) => list().addEventListener("scroll", over, { once: true }));
  list().scrollTop -= 40;
  await scrolled;
  for (let frame = 0; frame < 3; frame++) {
    await new Promise(requestAnimationFrame);
    const { left, top, width, height } = list().getBoundingClientRect();
    const under = document.elementFromPoint(left + width / 2, top + height / 2);
    expect(under?.closest("[role=log] > div > *"), `frame ${frame}`).toBeTruthy();
  }
});

test("a colleague's note is announced to screen readers; one's own, an edit and a deletion are not", async () => {
  const cache = createCache();
  const beside = async (...notes: Note[]) => {
    cache.setQueryData(keys.notes(ticket.ticketid), { notes, lines: [], cursor: null });
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  };
  cache.setQueryData(keys.chat(ticket.ticketid), { messages: run(1, 3) });
  const theirs = (minute: number, facts: Partial<Note> = {}) =>
    note({ noteid: `note ${minute}`, created_on: at(minute), ...facts });
  const [old, fresh] = [theirs(1, { content: "Known before" }), theirs(2)];
  await beside(old);
  mount(<Reader lastSeq={3} />, { cache });
  await expect.element(bubble(3)).toBeVisible();
  const announced = () => document.querySelector("p[aria-live=polite]")?.textContent;
  expect(announced()).toBe("");
  const words = "Note by Jonas Weber: The invoice goes to Oslo.";
  await beside(old, fresh);
  await vi.waitFor(() => expect(announced()).toBe(words));
  await beside(old, { ...fresh, content: "To Bergen.", edited_on: at(3) });
  expect(announced()).toBe(words);
  const own = theirs(4, { userid: agents.mira.id, user_name: "Mira Halvorsen", content: "I know" });
  await beside(old, fresh, own);
  expect(announced()).toBe(words);
  const gone = theirs(5, { content: "", deleted_on: at(6) });
  await beside(old, fresh, own, gone);
  expect(announced()).toBe(words);
  const scan = theirs(7, { content: "", type: "document", file_name: "invoice.pdf", user_name: "Naledi" });
  await beside(old, fresh, own, gone, scan);
  await vi.waitFor(() => expect(announced()).toBe("Note by Naledi: invoice.pdf"));
});

test("mails that a reader has not reached have their layout and height already", async () => {
  const cache = createCache();
  const messages = run(1, 40).map((one) =>
    mailMessage({ ...one, mail: mail({ formatted: true, html: "<p>Hello</p>" }) }),
  );
  cache.setQueryData(keys.chat(ticket.ticketid), { messages });
  mount(<Reader lastSeq={40} />, { cache });
  const laidOutAbove = () => {
    const { top } = list().getBoundingClientRect();
    return [...list().querySelectorAll("article")].filter(
      (row) =>
        row.getBoundingClientRect().bottom < top &&
        (row.querySelector("[data-framed]")?.clientHeight ?? 0) >= 300,
    );
  };
  await vi.waitFor(() => expect(laidOutAbove().length).toBeGreaterThanOrEqual(2), 10_000);
});
