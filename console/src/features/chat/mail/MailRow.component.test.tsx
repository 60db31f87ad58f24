import type { MessageFile } from "@parley/contract/mail";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { agents, ticketOf } from "../../../sample/build.ts";
import { addresses, mail, mailMessage } from "../../../sample/mails.ts";
import { mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { MailRow } from "./MailRow.tsx";

const ticket = ticketOf(agents.mira, { userid: agents.mira.id, accepted: true });
const row = page.getByRole("article");

beforeEach(() => void openNetwork());

function show(
  facts: Parameters<typeof mailMessage>[0] = {},
  more: Partial<Parameters<typeof MailRow>[0]> = {},
) {
  const row = { newSubject: true, highlighted: false, mayFold: false, ...more };
  return mount(<MailRow ticket={ticket} message={mailMessage(facts)} {...row} />);
}

test("a mail shows its writer, its recipients, its subject and its text as text", async () => {
  const nasty = `<img src=x onerror="document.title='owned'">`;
  show({ content: nasty, mail: mail({ cc: [{ name: "Lise Aas", address: "lise@aas.example" }] }) });
  await expect.element(row.getByText(nasty)).toBeVisible();
  expect(row.element().querySelector("img")).toBeNull();
  await expect.element(row.getByText("to booking@harbour.example, cc Lise Aas")).toBeVisible();
  await expect.element(row.getByText(/Two seats on 12 December/)).toBeVisible();
});

test("an unchanged subject is not repeated, and is listed among the addresses", async () => {
  show({}, { newSubject: false });
  await expect.element(row.getByText(/Two seats on 12 December/)).not.toBeInTheDocument();
  await row.getByRole("button", { name: /^Henrik Aas.*all addresses of this mail$/ }).click();
  await expect.element(row.getByText("Henrik Aas <henrik@aas.example>")).toBeVisible();
  await expect.element(row.getByText(/Two seats on 12 December/)).toBeVisible();
});

test("the address for answers is shown when it differs from the sender", async () => {
  show({ mail: mail({ reply_to: [{ name: null, address: "office@aas.example" }] }) });
  await row.getByRole("button", { name: /all addresses/ }).click();
  await expect.element(row.getByText("Replies go to")).toBeVisible();
  await expect.element(row.getByText("office@aas.example")).toBeVisible();
});

test("an address that only the mail names for answers is marked, with a note", async () => {
  const evil = [{ name: null, address: "evil@evil.example" }];
  show({ mail: mail({ reply_to: evil, marks: ["reply_to_unproved"] }) });
  await expect.element(row.getByText(/nothing shows that it is the sender’s/)).toBeVisible();
  await row.getByRole("button", { name: /all addresses/ }).click();
  await expect.element(row.getByText("Asks for replies at")).toBeVisible();
  await expect.element(row.getByText("Replies go to", { exact: true })).not.toBeInTheDocument();
});

test("each mark is a sentence", async () => {
  show({ mail: mail({ marks: ["unverified", "storm"] }) });
  await expect.element(row.getByText(/The address may be forged/)).toBeVisible();
  await expect.element(row.getByText(/One of many mails from this sender/)).toBeVisible();
});

test("files have their size and a download; one that is too large says so", async () => {
  const file = (name: string, facts: Partial<MessageFile> = {}): MessageFile => ({
    fileid: crypto.randomUUID(),
    name,
    size: 84_000,
    type: "application/pdf",
    path: `/file/${name}`,
    imageUrl: null,
    thumbnailUrl: null,
    inline: false,
    state: "ready",
    ...facts,
  });
  show({ files: [file("company.pdf"), file("film.zip", { path: null, state: "too_large" })] });
  const list = row.getByRole("list", { name: "Files of this mail" });
  await expect
    .element(list.getByRole("link", { name: "Download company.pdf, 84.0 KB" }))
    .toHaveAttribute("href", "/file/company.pdf");
  await expect.element(list.getByText("Too large to be kept")).toBeVisible();
});

test("a program among a mail's files is marked, and asked for before its download", async () => {
  const run = {
    fileid: crypto.randomUUID(),
    name: "run.exe",
    size: 84_000,
    type: null,
    path: "/file/run.exe",
  };
  show({ files: [{ ...run, imageUrl: null, thumbnailUrl: null, inline: false, state: "ready" }] });
  const list = row.getByRole("list", { name: "Files of this mail" });
  await expect.element(list.getByText("Program: open it only if you expected it")).toBeVisible();
  await list.getByRole("button", { name: "Download run.exe, 84.0 KB" }).click();
  await expect
    .element(page.getByRole("link", { name: "Download anyway" }))
    .toHaveAttribute("href", "/file/run.exe");
});

test("a mail that the desk wrote by itself has the company's name, and no person's", async () => {
  show({ isagent: true, automatic: true, mail: mail({ from: addresses.desk, to: [addresses.henrik] }) });
  await expect.element(row.getByText("Harbour Travel", { exact: true })).toBeVisible();
  await expect.element(row.getByText("automatic", { exact: true })).toBeVisible();
  await expect.element(row.getByText(/Parley/)).not.toBeInTheDocument();
});

const frame = () => row.element().querySelector("iframe");
const formatted = { formatted: true, html: "<p>Hello <b>you</b></p>" };
/** Until then the buttons below the frame move, and a click on one may miss it. */
const hasItsHeight = () =>
  vi.waitFor(() => expect(frame()?.getBoundingClientRect().height).toBeGreaterThan(299), 15_000);

test("a formatted mail is shown in its layout at once, in a frame that runs no script", async () => {
  show({ mail: mail(formatted) });
  await vi.waitFor(() =>
    expect(frame()?.getAttribute("src")).toMatch(/\/frame\?pictures=0&rest=0&theme=(dark|light)$/),
  );
  expect(frame()?.getAttribute("sandbox")).not.toMatch(/allow-(scripts|forms|top-navigation)/);
});

test("a formatted mail shown as text, or with its quotes, stays so when the row returns", async () => {
  const { unmount } = show({ seq: 41, mail: mail({ ...formatted, rest: true }) });
  await hasItsHeight();
  await row.getByRole("button", { name: "Quotes and signature", expanded: false }).click();
  await vi.waitFor(() => expect(frame()?.getAttribute("src")).toMatch(/\/frame\?pictures=0&rest=1&/));
  await expect.element(row.getByRole("button", { name: "Show as text" })).not.toBeInTheDocument();
  await row.getByRole("button", { name: "Quotes and signature", expanded: true }).click();
  await row.getByRole("button", { name: "Show as text" }).click();
  await vi.waitFor(() => expect(frame()).toBeNull());
  unmount();
  show({ seq: 41, mail: mail({ ...formatted, rest: true }) });
  await row.getByRole("button", { name: "Show formatted" }).click();
  await vi.waitFor(() => expect(frame()?.getAttribute("src")).toMatch(/rest=0/));
});

test("a mail says whom and when it quotes, with the day where that is another", async () => {
  const created_on = new Date(2026, 10, 24, 19, 41).toISOString();
  const quoting = (day: number) => ({
    created_on,
    mail: mail({ rest: true, quotes: { name: "Mira", on: new Date(2026, 10, day, 19, 12).toISOString() } }),
  });
  const { unmount } = show(quoting(24));
  await expect.element(row.getByRole("button", { name: "Quotes Mira, 19:12" })).toBeVisible();
  unmount();
  show(quoting(21));
  await expect.element(row.getByRole("button", { name: "Quotes Mira, 2026-11-21 19:12" })).toBeVisible();
});

test("a mail whose layout fails to load is shown as text, with a retry", async () => {
  show({ messageid: "gone", content: "Hello you", mail: mail(formatted) });
  await expect.element(row.getByText("The mail’s layout could not be loaded.")).toBeVisible();
  await expect.element(row.getByText("Hello you")).toBeVisible();
  await expect.element(row.getByRole("button", { name: "Retry" })).toBeVisible();
});

test("a frame is as high as its mail, and has that height at once when its row returns", async () => {
  const facts = { messageid: "high", content: "Hello you", mail: mail(formatted) };
  const { unmount } = show(facts);
  const height = () => row.element().querySelector("[data-framed]")?.getBoundingClientRect().height;
  await vi.waitFor(() => expect(height()).toBeGreaterThanOrEqual(300));
  await expect.element(row.getByText("Hello you")).not.toBeInTheDocument();
  unmount();
  show(facts);
  await expect.element(row.getByText("Hello you")).toBeInTheDocument();
  expect(
    row.element().querySelector(".overflow-hidden")?.getBoundingClientRect().height,
  ).toBeGreaterThanOrEqual(300);
});

test("at most ten mails have a frame, those in the middle of the view first", async () => {
  const mails = Array.from({ length: 16 }, (_, index) =>
    mailMessage({ messageid: crypto.randomUUID(), seq: 50 + index, content: "Hi", mail: mail(formatted) }),
  );
  mount(
    <div role="log" className="h-[900px] overflow-hidden [&_article]:h-14 [&_article]:overflow-hidden">
      {mails.map((message) => (
        <MailRow
          key={message.messageid}
          {...{ ticket, message, newSubject: false, highlighted: false, mayFold: false }}
        />
      ))}
    </div>,
  );
  const framed = () =>
    row.elements().flatMap((article, index) => (article.querySelector("[data-framed]") ? [index] : []));
  await vi.waitFor(() => expect(framed()).toHaveLength(10));
  expect(framed()).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});

test("a mail whose text says everything is shown as text and offers nothing else", async () => {
  show({ mail: mail({ html: "<p>Are there still two seats?</p>" }) });
  await expect.element(row).toBeVisible();
  expect(frame()).toBeNull();
  await expect.element(row.getByRole("button", { name: /quotes/i })).not.toBeInTheDocument();
  await expect.element(row.getByRole("button", { name: /^Show/ })).not.toBeInTheDocument();
});

test("a mail that was read is one line; Enter opens and folds it, and the focus stays", async () => {
  show({ messageid: "folded", content: "Are there\n\nstill two seats?" }, { mayFold: true });
  const line = row.getByRole("button", { name: /^Henrik Aas Are there still two seats\? .*\d\d:\d\d$/ });
  await expect.element(line).toHaveAttribute("aria-expanded", "false");
  expect(row.element().getBoundingClientRect().height).toBeLessThanOrEqual(48);
  await expect.element(row.getByText(/to booking@harbour/)).not.toBeInTheDocument();
  (line.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(row.getByText(/to booking@harbour/)).toBeVisible();
  const fold = row.getByRole("button", { name: "Fold this mail" });
  await expect.element(fold).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(line).toHaveFocus();
});

test("a mail that a search leads to opens, and stays open", async () => {
  const { unmount } = show({ messageid: "found" }, { mayFold: true, highlighted: true });
  await expect.element(row.getByText(/to booking@harbour/)).toBeVisible();
  unmount();
  show({ messageid: "found" }, { mayFold: true });
  await expect.element(row.getByText(/to booking@harbour/)).toBeVisible();
});

test("a mail that was not sent is never folded", async () => {
  show({ isagent: true, status: "failed", status_reason: "550 No such user" }, { mayFold: true });
  await expect.element(row.getByText("Not sent: 550 No such user")).toBeVisible();
  await expect.element(row.getByText(/to booking@harbour/)).toBeVisible();
});

test("a bounced mail of ours says why and can be sent again", async () => {
  show({
    isagent: true,
    created_by: agents.mira.id,
    created_by_name: "Mira Halvorsen",
    status: "failed",
    status_reason: "550 No such user",
  });
  await expect.element(row.getByText("Not sent: 550 No such user")).toBeVisible();
  await expect.element(row.getByRole("button", { name: "Retry" })).toBeVisible();
});
