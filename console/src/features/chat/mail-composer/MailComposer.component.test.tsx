import type { DraftMail } from "@parley/contract/drafts";
import type { SendMail } from "@parley/contract/mail";
import type { Message } from "@parley/contract/messages";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sendTyping } from "../../../api/events.ts";
import { keys } from "../../../api/queries.ts";
import { changeLanguage } from "../../../i18n/index.ts";
import { agents, at, message, sharedTicket, ticketOf } from "../../../sample/build.ts";
import { addresses, mail, mailMessage } from "../../../sample/mails.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork, refusal, Status } from "../../../sample/network.ts";
import { useOutbox } from "../../tickets/sending/outbox.ts";
import { type MailAnswer, MailComposer } from "./MailComposer.tsx";

vi.mock(import("../../../api/events.ts"), { spy: true });

const field = page.getByRole("textbox", { name: "Message" });
const send = page.getByRole("button", { name: "Send", exact: true });
const to = page.getByRole("list", { name: "To", exact: true });
const cc = page.getByRole("list", { name: "Cc", exact: true });
const chips = (list: typeof to) =>
  list
    .getByRole("listitem")
    .elements()
    .map((chip) => chip.textContent);
const signature = { own: "", department: "", shown: "<p>Mira, <b>Harbour Travel</b></p>" };

let network: Network;
let number = 0;

beforeEach(() => {
  useOutbox.setState({ unsent: [] });
  network = openNetwork({
    "/drafts": () => [],
    "/save-draft": ({ body }) => ({ ...(body as object), updated_on: at(1) }),
    "/bubbles": () => [{ bubbleid: "b1", name: "Hours", content: "From nine\nto five." }],
    "/signature": () => signature,
    "/send-mail": ({ body }) => sent(body as SendMail),
    "/schedule-mail": ({ body }) => ({ message: null, outgoing: { ...waiting, ...(body as object) } }),
    "/address-suggestions": () => [],
    "/outgoing": () => ({ outgoing: [], opening: null, time_zone: "Europe/Oslo" }),
  });
});

const waiting = {
  ...{
    user_name: "Mira Halvorsen",
    writer_left: false,
    userid: agents.mira.id,
    content: "On Tuesday",
    held: true,
  },
  ...{ due_on: at(9), created_on: at(1), reason: null, stopped_on: null, mail: null },
};
const sent = ({ messageid = "" }: SendMail): Message => mailMessage({ messageid, seq: 9, isagent: true });

type Shown = {
  clientName?: string;
  messages?: Message[];
  answer?: MailAnswer | null;
  drafts?: object[];
  ticketid?: string;
};

/** Each test has a new ticket, since a draft outlives its composer. */
function show({
  clientName = "Olena Koval",
  messages = [theirs],
  answer = null,
  drafts = [],
  ticketid = nextTicket(),
}: Shown = {}) {
  const channel = { ...sharedTicket().channel, can: ["mail" as const] };
  const facts = { ticketid, userid: agents.mira.id, accepted: true, channel, client_name: clientName };
  const ticket = ticketOf(agents.mira, facts);
  const cache = createCache();
  cache.setQueryData(keys.drafts, drafts);
  cache.setQueryData(keys.chat(ticketid), { messages });
  cache.setQueryData(keys.channels, [{ channelid: channel.channelid, username: addresses.desk.address }]);
  cache.setQueryData(keys.sendLimits(ticket.platform), null);
  return {
    ticketid,
    ...mount(
      <MailComposer
        ticket={ticket}
        answer={answer}
        onAnswered={onAnswered}
        dropped={[]}
        onAttached={() => undefined}
        focused={false}
      />,
      { cache },
    ),
  };
}

const nextTicket = () => `70000000-0000-4000-8000-${String(++number).padStart(12, "0")}`;
const onAnswered = vi.fn();
const olena = { name: "Olena Koval", address: "olena@koval.example" };
const theirs = mailMessage({ mail: mail({ cc: [addresses.lise] }) });
const mails = () => network.sent("/send-mail") as SendMail[];

test("a reply goes to the sender with the subject, the layout of the text and the answered mail", async () => {
  const { ticketid } = show();
  await expect.element(to).toBeInTheDocument();
  expect(chips(to)).toEqual(["Henrik Aas"]);
  await field.click();
  await userEvent.keyboard("Yes, {Control>}b{/Control}both{Control>}b{/Control}.");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await vi.waitFor(() => expect(mails()).toHaveLength(1));
  expect(mails()[0]).toMatchObject({
    ticketid,
    to: [addresses.henrik],
    cc: [],
    bcc: [],
    subject: "Re: Two seats on 12 December",
    html: "<p>Yes, <strong>both</strong>.</p>",
    fileids: [],
    aboutid: theirs.messageid,
    quoted: true,
    messageid: expect.any(String),
  });
  await vi.waitFor(() => expect(field.element().textContent).toBe(""));
  await expect.element(field).toHaveFocus();
});

test("a mail is sent later from the keyboard, with everything that it has", async () => {
  const { ticketid } = show();
  await field.fill("On Tuesday");
  await userEvent.keyboard("{Alt>}{Enter}{/Alt}");
  await page.getByRole("button", { name: "In one hour" }).click();
  await expect
    .poll(() => network.sent("/schedule-mail"))
    .toMatchObject([
      {
        ticketid,
        subject: "Re: Two seats on 12 December",
        html: "<p>On Tuesday</p>",
        leaves: "hour",
        quoted: true,
      },
    ]);
  expect(mails()).toEqual([]);
  await expect.element(field).toHaveTextContent("");
});

test("a mail is held while taking back is on, and Ctrl+Z in the empty composer takes it back whole", async () => {
  const dropped = vi.fn(({ body }: { body: unknown }) => {
    const [one] = network.sent("/schedule-mail") as [SendMail];
    const { to = [], cc = [], bcc = [], subject, html } = one;
    const back = { kind: "reply", about: null, quoted: true, to, cc, bcc, subject, html, files: [] };
    return { ...waiting, ...(body as object), ticketid: one.ticketid, mail: back };
  });
  network.on("/drop-outgoing", dropped);
  const { ticketid, cache } = show();
  cache.setQueryData(keys.profile, (before: object | undefined) => ({ ...before, takeBack: true }));
  cache.setQueryData(keys.outgoing(ticketid), { outgoing: [], opening: null, time_zone: "Europe/Oslo" });
  await field.fill("On Tuesday");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.poll(() => network.sent("/schedule-mail")).toMatchObject([{ leaves: "held" }]);
  await expect.element(field).toHaveTextContent("");
  await field.click();
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.poll(() => dropped).toHaveBeenCalledOnce();
  await expect.element(field).toHaveTextContent("On Tuesday");
  expect(mails()).toEqual([]);
});

test("a reply to all has the others in copy, and an address can be added, corrected and removed", async () => {
  show();
  await page.getByRole("button", { name: "Reply to all" }).click();
  await expect.element(cc.getByText("Lise Aas")).toBeVisible();
  await page.getByRole("button", { name: "Remove Lise Aas" }).click();
  await page.getByRole("combobox", { name: "To" }).fill("broken");
  await userEvent.keyboard("{Enter}");
  await field.click();
  await userEvent.keyboard("Hello");
  await expect.element(page.getByRole("alert")).toHaveTextContent("An address is not complete.");
  await expect.element(send).toBeDisabled();
  await page.getByRole("combobox", { name: "To" }).click();
  await userEvent.keyboard("{Backspace}");
  await expect.element(page.getByRole("combobox", { name: "To" })).toHaveValue("broken");
  await userEvent.keyboard("@aas.example,");
  await expect.element(send).toBeEnabled();
  await send.click();
  await vi.waitFor(() => expect(mails()).toHaveLength(1));
  expect(mails()[0]?.to?.map(({ address }) => address)).toEqual(["henrik@aas.example", "broken@aas.example"]);
  expect(mails()[0]?.cc).toEqual([]);
});

test("an added address leaves no list over the text on a phone", async () => {
  await page.viewport(390, 844);
  show();
  await page.getByRole("button", { name: "How to answer: Reply" }).click();
  await page.getByRole("menuitem", { name: "Reply to all" }).click();
  await page.getByRole("button", { name: "Remove Lise Aas" }).click();
  const to = page.getByRole("combobox", { name: "To" });
  await to.fill("ola@aas.example");
  await userEvent.keyboard("{Enter}");
  await field.click();
  await expect.element(field).toHaveFocus();
  await to.click();
  await userEvent.keyboard("x{Backspace}");
  await expect.element(page.getByRole("option", { name: /Lise Aas/ })).toBeVisible();
});

test("people of the conversation are suggested, by keyboard too", async () => {
  show();
  await page.getByRole("button", { name: "Bcc" }).click();
  const bcc = page.getByRole("combobox", { name: "Bcc" });
  await expect.element(bcc).toHaveFocus();
  await expect.element(page.getByRole("option", { name: "Lise Aas <lise@aas.example>" })).toBeVisible();
  await userEvent.keyboard("li{ArrowDown}{Enter}");
  expect(chips(page.getByRole("list", { name: "Bcc" }))).toEqual(["Lise Aas"]);
  await userEvent.keyboard("{Control>}a{/Control}");
  await bcc.fill("");
  const clipboard = new DataTransfer();
  clipboard.setData("text/plain", "Ola <ola@aas.example>; kari@aas.example");
  bcc
    .element()
    .dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: clipboard, bubbles: true, cancelable: true }),
    );
  await vi.waitFor(() =>
    expect(chips(page.getByRole("list", { name: "Bcc" }))).toEqual(["Lise Aas", "Ola", "kari@aas.example"]),
  );
});

test("clients, organisations and colleagues are suggested with what they are, by keyboard, and told to a screen reader", async () => {
  network.on("/address-suggestions", ({ path }) =>
    path.includes("phrase=koval")
      ? [
          { kind: "client", name: "Olena Koval", addresses: [olena] },
          {
            kind: "organisation",
            name: "Koval Ltd",
            addresses: [olena, { name: null, address: "office@koval.example" }],
          },
          {
            kind: "colleague",
            name: "Jonas Koval",
            addresses: [{ name: "Jonas Koval", address: "jonas@harbour.example" }],
          },
        ]
      : [],
  );
  show();
  const field = page.getByRole("combobox", { name: "To" });
  await field.fill("k");
  await userEvent.keyboard("oval");
  const options = page.getByRole("option");
  await expect
    .poll(() => options.elements().map((one) => one.textContent))
    .toEqual([
      "Olena Koval <olena@koval.example>Client",
      "Koval LtdOrganisation · 2 addresses",
      "Jonas Koval <jonas@harbour.example>Colleague",
    ]);
  expect(network.calls.filter(({ path }) => path.startsWith("/address-suggestions"))).toHaveLength(1);
  await expect.element(page.getByText("3 suggestions")).toBeInTheDocument();
  await expect.element(field).toHaveAttribute("aria-expanded", "true");
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  await expect.element(options.nth(1)).toHaveAttribute("aria-selected", "true");
  expect(field.element().getAttribute("aria-activedescendant")).toBe(options.nth(1).element().id);
  await userEvent.keyboard("{Enter}");
  expect(chips(to)).toEqual(["Henrik Aas", "Olena Koval", "office@koval.example"]);
  // An address that is chosen already is not suggested again.
  await userEvent.keyboard("koval");
  await expect
    .poll(() => options.elements().map((one) => one.textContent))
    .toEqual(["Jonas Koval <jonas@harbour.example>Colleague"]);
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => options.elements()).toEqual([]);
});

test("an address is typed and chosen as before while the desk finds nothing or does not answer", async () => {
  network.on("/address-suggestions", broken);
  show();
  await page.getByRole("combobox", { name: "To" }).fill("new@elsewhere.example");
  await userEvent.keyboard("{Enter}");
  expect(chips(to)).toEqual(["Henrik Aas", "new@elsewhere.example"]);
});

test("forwarding asks for an address, attaches the files and sends without a text", async () => {
  const file = {
    fileid: crypto.randomUUID(),
    ...{ name: "company.pdf", size: 84_000, type: "application/pdf", path: "/f" },
    ...{ imageUrl: null, thumbnailUrl: null, inline: false, state: "ready" as const },
  };
  const given = mailMessage({ files: [file] });
  show({ messages: [given], answer: { message: given, kind: "forward" } });
  await expect
    .element(page.getByRole("list", { name: "Attached files" }).getByText("company.pdf"))
    .toBeVisible();
  expect(onAnswered).toHaveBeenCalled();
  await expect.element(send).toBeDisabled();
  await page.getByRole("combobox", { name: "To" }).fill("ola@aas.example");
  await userEvent.keyboard("{Enter}");
  await send.click();
  await vi.waitFor(() => expect(mails()).toHaveLength(1));
  expect(mails()[0]).toMatchObject({
    to: [{ name: null, address: "ola@aas.example" }],
    subject: "Fwd: Two seats on 12 December",
    fileids: [file.fileid],
    aboutid: given.messageid,
    forward: true,
  });
});

test("an empty file is refused with words before a byte is sent, and can be taken out", async () => {
  show();
  await userEvent.upload(
    page.getByLabelText("Attach a file").first(),
    new File([], "empty.txt", { type: "text/plain" }),
  );
  const files = page.getByRole("list", { name: "Attached files" });
  await expect.element(files.getByRole("alert")).toHaveTextContent("empty.txtFile is smaller than 1 byte");
  await expect.element(page.getByRole("button", { name: /again/ })).not.toBeInTheDocument();
  await files.getByRole("button").click();
  await expect.element(files).not.toBeInTheDocument();
  expect(network.calls.map(({ path }) => path)).not.toContainEqual(expect.stringContaining("upload"));
});

test("the quoted mail is folded, can be read and left out; an unproved sender gets no quote", async () => {
  const { unmount } = show();
  const quoted = page.getByRole("button", { name: /^Quoting Henrik Aas, / });
  await quoted.click();
  await expect.element(page.getByRole("blockquote")).toHaveTextContent("Are there still two seats?");
  await page.getByRole("button", { name: "Leave the quoted mail out" }).click();
  await expect.element(quoted).not.toBeInTheDocument();
  await field.click();
  await userEvent.keyboard("Yes");
  await send.click();
  await vi.waitFor(() => expect(mails()[0]).toMatchObject({ quoted: false }));
  unmount();
  show({ messages: [mailMessage({ mail: mail({ marks: ["unverified"] }) })] });
  await expect.element(page.getByText(/The conversation is not quoted/)).toBeVisible();
  await expect.element(quoted).not.toBeInTheDocument();
});

test("a slash at the start of a word offers bubbles, one within a word does not", async () => {
  show();
  const offer = page.getByRole("listbox", { name: "Bubbles" });
  await field.click();
  await userEvent.keyboard("Open and/ho");
  await expect.element(field).toHaveTextContent("Open and/ho");
  await expect.element(offer).not.toBeInTheDocument();
  await userEvent.keyboard(" daily /ho");
  await expect.element(offer).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.element(field).toHaveTextContent("Open and/ho daily From nineto five.");
  await expect.element(offer).not.toBeInTheDocument();
});

test("forwarding makes no draft before a word or an address is written", async () => {
  const { unmount, ticketid } = show();
  await page.getByRole("button", { name: "Forward" }).click();
  await expect.element(page.getByRole("button", { name: "Forward" })).toHaveAttribute("aria-pressed", "true");
  unmount();
  show({ ticketid });
  await expect
    .element(page.getByRole("button", { name: "Reply", exact: true }))
    .toHaveAttribute("aria-pressed", "true");
  expect(chips(to)).toEqual(["Henrik Aas"]);
  expect(network.sent("/save-draft")).toEqual([]);
  await page.getByRole("button", { name: "Forward" }).click();
  await field.click();
  await userEvent.keyboard("See below");
  await vi.waitFor(
    () =>
      expect(network.sent("/save-draft").at(-1)).toMatchObject({
        mail: { kind: "forward", html: "<p>See below</p>" },
      }),
    3_000,
  );
});

test("the formatting is behind one button until the agent starts to write", async () => {
  show();
  await expect.element(page.getByRole("button", { name: "Bold" })).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Formatting" }).click();
  await expect.element(field).toHaveFocus();
  await expect.element(page.getByRole("button", { name: "Bold" })).toBeVisible();
});

test("a phone shows the kind of answer, Cc, Bcc and the subject in one menu before the recipients", async () => {
  await page.viewport(390, 844);
  show();
  await expect.element(page.getByRole("button", { name: "Cc", exact: true })).not.toBeInTheDocument();
  await page.getByRole("button", { name: "How to answer: Reply" }).click();
  await page.getByRole("menuitem", { name: "Cc", exact: true }).click();
  await expect.element(page.getByRole("combobox", { name: "Cc" })).toHaveFocus();
  await page.getByRole("button", { name: "How to answer: Reply" }).click();
  await page.getByRole("menuitem", { name: "Forward" }).click();
  await expect.element(page.getByRole("button", { name: "How to answer: Forward" })).toBeVisible();
  expect(chips(to)).toEqual([]);
});

test("a forwarded mail shows the header it is sent with", async () => {
  show();
  await page.getByRole("button", { name: "Forward" }).click();
  await page.getByRole("button", { name: /^Forwarding the mail of Henrik Aas, / }).click();
  const below = page.getByRole("blockquote");
  for (const words of [
    "Henrik Aas <henrik@aas.example>",
    "Two seats on 12 December",
    "booking@harbour.example",
  ])
    await expect.element(below.getByText(words, { exact: true })).toBeVisible();
});

test("the signature is shown as its readers see it, and runs nothing", async () => {
  network.on("/signature", () => ({
    ...signature,
    shown: `<p>Mira<img src=x onerror="document.title='owned'"></p><script>document.title='owned'</script>`,
  }));
  show();
  const shown = page.getByRole("region", { name: "Signature" });
  await expect.element(shown).toHaveTextContent("Mira");
  expect(shown.element().querySelector("img, script")).toBeNull();
  expect(document.title).not.toBe("owned");
});

test("the browser checks the spelling of text and subject, in whatever language they are", async () => {
  show();
  await page.getByRole("button", { name: "Subject" }).click();
  for (const one of [field, page.getByRole("textbox", { name: "Subject" })]) {
    await expect.element(one).toHaveAttribute("spellcheck", "true");
    await expect.element(one).toHaveAttribute("lang", "");
  }
});

test("a draft keeps kind, recipients and layout, and restores them", async () => {
  const { ticketid, unmount } = show();
  await page.getByRole("button", { name: "Reply to all" }).click();
  await field.click();
  await userEvent.keyboard("Dear {Control>}i{/Control}all");
  const last = () => network.sent("/save-draft").at(-1) as { content: string; mail: DraftMail };
  // A slow typist's draft is also saved before its last word.
  await expect.poll(last).toMatchObject({
    content: "Dear all",
    mail: { kind: "all", cc: [addresses.lise], html: "<p>Dear <em>all</em></p>" },
  });
  const draft = last();
  unmount();
  show({ ticketid, drafts: [{ ticketid, updated_on: at(1), content: draft.content, mail: draft.mail }] });
  await expect.element(field).toHaveTextContent("Dear all");
  await expect
    .element(page.getByRole("button", { name: "Reply to all" }))
    .toHaveAttribute("aria-pressed", "true");
  expect(chips(cc)).toEqual(["Lise Aas"]);
});

test("a mail that crosses the client's comes back whole, and is sent with one more key", async () => {
  network.on(
    "/send-mail",
    () =>
      new Status(409, {
        code: "client_wrote",
        message: "…",
        news: [message({ seq: 5, content: "Wait!" })],
        lastSeq: 5,
      }),
  );
  show();
  await page.getByRole("button", { name: "Reply to all" }).click();
  await field.click();
  await userEvent.keyboard("Sold{Control>}{Enter}{/Control}");
  await expect.element(page.getByRole("region", { name: "Not sent yet" })).toBeVisible();
  await expect.element(field).toHaveTextContent("Sold");
  expect(chips(cc)).toEqual(["Lise Aas"]);
  expect(useOutbox.getState().unsent).toEqual([]);
  network.on("/send-mail", ({ body }) => sent(body as SendMail));
  await page.getByRole("button", { name: /Send anyway/ }).click();
  await vi.waitFor(() => expect(mails()).toHaveLength(2));
  expect(mails()[1]).toMatchObject({ seenSeq: 5, cc: [addresses.lise] });
  await expect.element(page.getByRole("region", { name: "Not sent yet" })).not.toBeInTheDocument();
});

test("a mail that the server cannot take stays unsent with the reason, and is sent again with the same id", async () => {
  network.on("/send-mail", () => refusal(413, "invalid", { code: "storage_full", facts: {} } as never));
  show();
  await field.click();
  await userEvent.keyboard("Hello{Control>}{Enter}{/Control}");
  await vi.waitFor(() =>
    expect(useOutbox.getState().unsent[0]?.trouble).toMatchObject({ unreachable: false }),
  );
  expect(useOutbox.getState().unsent[0]?.mail).toMatchObject({
    to: [addresses.henrik],
    html: "<p>Hello</p>",
  });
});

test("a slash offers bubbles, whose text is inserted line by line", async () => {
  show();
  await field.click();
  await userEvent.keyboard("/hou");
  await expect.element(page.getByRole("option", { name: /Hours/ })).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await vi.waitFor(() => expect(field.element().innerHTML).toBe("<p>From nine</p><p>to five.</p>"));
});

test("a draft whose files are gone names each, and is sent once they are removed", async () => {
  const ticketid = nextTicket();
  const picture = "f0000000-0000-4000-8000-000000000001";
  const unknown = { size: 2_048, type: null, path: null };
  const draft = {
    kind: "reply",
    about: theirs.messageid,
    quoted: true,
    to: [addresses.henrik],
    cc: [],
    bcc: [],
    subject: "Re: Two seats",
    html: `<p>See <img src="cid:${picture}"></p>`,
    files: [
      {
        ...unknown,
        fileid: "f0000000-0000-4000-8000-000000000002",
        name: "map.pdf",
        inline: false,
        gone: true,
      },
      { ...unknown, fileid: picture, name: "plan.png", inline: true, gone: true },
      { ...unknown, fileid: "f0000000-0000-4000-8000-000000000003", name: "slip.txt", inline: false },
    ],
  } satisfies DraftMail;
  show({ ticketid, drafts: [{ ticketid, content: "See", updated_on: at(1), mail: draft }] });
  const files = page.getByRole("list", { name: "Attached files" });
  const gone = "No longer there. Attach it again.";
  await expect.element(files).toHaveTextContent(`map.pdf${gone}plan.png${gone}slip.txt2.0 KB`);
  const hint = "A file is no longer there: remove it or attach it again.";
  await expect.element(page.getByRole("alert")).toHaveTextContent(hint);
  await expect.element(send).toBeDisabled();
  await page.getByRole("button", { name: "Remove map.pdf" }).click();
  await page.getByRole("button", { name: "Remove plan.png" }).click();
  await send.click();
  await vi.waitFor(() => expect(mails()).toHaveLength(1));
  expect(mails()[0]).toMatchObject({ html: "<p>See </p>", fileids: [draft.files[2]?.fileid] });
});

test("the formatting buttons are one row on a phone, which scrolls", async () => {
  await page.viewport(390, 844);
  show();
  await page.getByRole("button", { name: "Formatting" }).click();
  const toolbar = page.getByRole("toolbar");
  await expect.element(toolbar).toBeVisible();
  const tops = [...toolbar.element().querySelectorAll("button")].map(
    (one) => one.getBoundingClientRect().top,
  );
  expect(new Set(tops).size).toBe(1);
});

test("the kind and the recipient are one row on a phone in every language", async () => {
  await page.viewport(390, 844);
  onTestFinished(() => changeLanguage("en"));
  show();
  await expect.element(to.getByText("Henrik Aas")).toBeVisible();
  const middle = (selector: string) => {
    const { top, bottom } = document.querySelector(selector)?.getBoundingClientRect() ?? {
      top: 0,
      bottom: 0,
    };
    return Math.round((top + bottom) / 2);
  };
  for (const language of ["en", "af", "bg", "tr", "es", "ru", "nl", "ja"] as const) {
    await changeLanguage(language);
    const kind = middle("button[aria-haspopup=menu]");
    expect([language, kind > 0, middle("[role=combobox]") - kind]).toEqual([language, true, 0]);
    expect([language, document.documentElement.scrollWidth <= 390]).toEqual([language, true]);
  }
});

test("colleagues see no longer that the agent writes once the mail is sent", async () => {
  const { ticketid } = show();
  await field.fill("Your seats are booked.");
  await send.click();
  await expect.poll(mails).toHaveLength(1);
  expect(vi.mocked(sendTyping)).toHaveBeenLastCalledWith(ticketid, "nothing");
});

test("a value that holds markup is text in the mail, an empty variable is asked about, and the macro runs after the mail", async () => {
  const actions = [{ kind: "snooze" as const, until: "tomorrow" as const }];
  const macro = {
    ...{ bubbleid: "m1", name: "Settled", content: "Dear {{client.name}}, {{order.id}} is done." },
    ...{ departmentid: null, folder: "", language: null, actions, files: [], uses: 0, updated_on: at(1) },
  };
  network.on("/shared-bubbles", () => ({ bubbles: [macro], total: 1, language: null }));
  network.on("/run-macro", ({ body }) => ({
    ...{ runid: (body as { runid: string }).runid, message: null },
    ticket: ticketOf(agents.mira, { ticketid: (body as { ticketid: string }).ticketid }),
  }));
  const { ticketid } = show({ clientName: "<b>Olena</b> & Co" });
  await field.click();
  await userEvent.keyboard("/settl");
  await expect.element(page.getByRole("option", { name: /^Settled/ })).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.element(field).toHaveTextContent("Dear <b>Olena</b> & Co, {{order.id}} is done.");
  await expect.element(page.getByRole("region", { name: "What Settled does" })).toBeVisible();
  await send.click();
  await expect.element(page.getByRole("button", { name: "Send anyway" })).toBeVisible();
  expect(network.sent("/send-mail")).toEqual([]);
  await page.getByRole("button", { name: "Send anyway" }).click();
  await expect
    .poll(() => network.sent("/send-mail"))
    .toMatchObject([{ html: "<p>Dear &lt;b&gt;Olena&lt;/b&gt; &amp; Co, {{order.id}} is done.</p>" }]);
  await expect.poll(() => network.sent("/run-macro")).toMatchObject([{ ticketid, bubbleid: "m1" }]);
});
