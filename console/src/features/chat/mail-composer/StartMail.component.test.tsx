import type { ChannelRow } from "@parley/contract/channels";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { agents, at, profileOf, ticketOf } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork, refusal } from "../../../sample/network.ts";
import { ViewerContext } from "../../session/viewer.ts";
import { keepFirstMail } from "../../tickets/sending/first-mail.ts";
import { beginDraft } from "./mail-draft.ts";
import { WriteMail } from "./WriteMail.tsx";

const account: ChannelRow = {
  channelid: "b0000000-0000-4000-8000-000000000009",
  platform: "email",
  name: "Booking",
  username: "booking@harbour.example",
  departmentid: null,
  state: "working",
  reason: null,
  since: null,
  last_in: null,
  last_out: null,
  waiting: 0,
  can_start: true,
  starts_by: "mail",
};
const begun = ticketOf(agents.mira);
const onStarted = vi.fn();
const send = page.getByRole("button", { name: "Send", exact: true });

let network: Network;
let rows: ChannelRow[];
beforeEach(() => {
  onStarted.mockReset();
  rows = [account];
  network = openNetwork({
    "/address-suggestions": () => [],
    "/channels": () => rows,
    "/signature": () => ({ own: "", department: "", shown: "" }),
    "/start-conversation": () => begun,
    "/tickets": () => [],
  });
});

const show = () => mount(<WriteMail label="Write a mail" to="henrik@aas.example" onStarted={onStarted} />);

async function write() {
  await page.getByRole("button", { name: "Write a mail" }).click();
  await page.getByRole("textbox", { name: "Subject" }).fill("Your seats");
  await page.getByRole("combobox", { name: "To" }).fill("lise@aas.example");
  await userEvent.keyboard("{Enter}");
  await page.getByRole("textbox", { name: "Message" }).click();
  await userEvent.keyboard("Good news");
}

test("the button is absent without an account that may begin a mail", async () => {
  rows = [{ ...account, starts_by: null }];
  show();
  await vi.waitFor(() => expect(network.calls).toHaveLength(1));
  await expect.element(page.getByRole("button")).not.toBeInTheDocument();
});

test("a conversation begins with the first address, the others take part in it", async () => {
  show();
  await write();
  await send.click();
  await vi.waitFor(() => expect(onStarted).toHaveBeenCalledExactlyOnceWith(begun.ticketid));
  expect(network.sent("/start-conversation")).toEqual([
    {
      channelid: account.channelid,
      mail: {
        subject: "Your seats",
        html: "<p>Good news</p>",
        to: [
          { name: null, address: "henrik@aas.example" },
          { name: null, address: "lise@aas.example" },
        ],
        cc: [],
        bcc: [],
        fileids: [],
        messageid: expect.any(String),
      },
    },
  ]);
});

test("a refusal keeps the entries; without an answer the retry has the same id, so it begins once", async () => {
  network.on("/start-conversation", broken);
  show();
  await write();
  await send.click();
  await expect.element(page.getByRole("alert")).toBeVisible();
  await send.click();
  await vi.waitFor(() => expect(network.sent("/start-conversation")).toHaveLength(2));
  network.on("/start-conversation", () => refusal(400, "invalid", { code: "email_invalid", facts: {} }));
  await send.click();
  await vi.waitFor(() => expect(network.sent("/start-conversation")).toHaveLength(3));
  await expect.element(page.getByRole("textbox", { name: "Message" })).toHaveTextContent("Good news");
  network.on("/start-conversation", () => begun);
  await send.click();
  await vi.waitFor(() => expect(onStarted).toHaveBeenCalledOnce());
  const ids = network
    .sent("/start-conversation")
    .map((body) => (body as { mail: { messageid: string } }).mail.messageid);
  expect([ids[0] === ids[1], ids[1] === ids[2], ids[2] === ids[3]]).toEqual([true, true, false]);
});

test("a mail that was left is restored with its id, until it is sent", async () => {
  network.on("/start-conversation", broken);
  show();
  await write();
  await send.click();
  await expect.element(page.getByRole("alert")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Write a mail" }).click();
  await expect.element(page.getByRole("textbox", { name: "Subject" })).toHaveValue("Your seats");
  await expect.element(page.getByText("lise@aas.example")).toBeVisible();
  await expect.element(page.getByRole("textbox", { name: "Message" })).toHaveTextContent("Good news");
  network.on("/start-conversation", () => begun);
  await send.click();
  await vi.waitFor(() => expect(onStarted).toHaveBeenCalledOnce());
  const [first, second] = network.sent("/start-conversation");
  expect(second).toEqual(first);
  await page.getByRole("button", { name: "Write a mail" }).click();
  await expect.element(page.getByRole("textbox", { name: "Subject" })).toHaveValue("");
});

test("files of a mail that was left for a day are named as gone", async () => {
  const file = {
    fileid: "f1",
    name: "offer.pdf",
    size: 9,
    type: "application/pdf",
    path: "/f1",
    inline: false,
  };
  const mail = { ...beginDraft("reply", null, []), subject: "Your seats", files: [file] };
  vi.useFakeTimers({ now: Date.now() - 25 * 3_600_000, toFake: ["Date"] });
  keepFirstMail("henrik@aas.example", { messageid: "m", channelid: account.channelid, text: "", mail });
  vi.useRealTimers();
  show();
  await page.getByRole("button", { name: "Write a mail" }).click();
  await expect.element(page.getByText("offer.pdf")).toBeVisible();
  await expect.element(send).toBeDisabled();
});

test("a mail that is held opens no ticket, and returns to the dialog when it is taken back", async () => {
  const mail = { to: [{ name: null, address: "lise@aas.example" }], cc: [], bcc: [], subject: "Your seats" };
  const draft = { ...beginDraft("reply", null, []), ...mail, html: "<p>Good news</p>" };
  const waits = {
    ...{ messageid: "m1", ticketid: null, channelid: account.channelid, client_name: "lise@aas.example" },
    ...{
      platform: "email",
      userid: agents.mira.id,
      user_name: "Mira",
      writer_left: false,
      created_on: at(1),
      type: "text",
    },
    ...{ content: "Good news", held: true, due_on: at(2), stopped_on: null, reason: null, macro: null },
    ...{ caption: null, mail: draft },
  };
  network.on("/schedule-first-mail", () => ({ outgoing: waits, message: null }));
  network.on("/drop-outgoing", () => waits);
  mount(
    <ViewerContext value={{ ...profileOf(agents.mira), takeBack: true }}>
      <WriteMail label="Write a mail" onStarted={onStarted} />
    </ViewerContext>,
  );
  await write();
  await send.click();
  await vi.waitFor(() =>
    expect(network.sent("/schedule-first-mail")).toMatchObject([
      { channelid: account.channelid, leaves: "held", mail },
    ]),
  );
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Take back" }).click();
  await expect.element(page.getByRole("textbox", { name: "Subject" })).toHaveValue("Your seats");
  await expect.element(page.getByRole("textbox", { name: "Message" })).toHaveTextContent("Good news");
  expect(network.sent("/start-conversation")).toEqual([]);
  expect(onStarted).not.toHaveBeenCalled();
});

test("the field for the next address stands beside the first on a phone, and every button is whole", async () => {
  await page.viewport(390, 844);
  show();
  await page.getByRole("button", { name: "Write a mail" }).click();
  const to = page.getByRole("combobox", { name: "To" });
  const remove = page.getByRole("button", { name: "Remove henrik@aas.example" });
  const boxOf = (one: typeof to) => one.element().getBoundingClientRect();
  await expect.element(remove).toBeVisible();
  expect(boxOf(to).top).toBeLessThan(boxOf(remove).bottom);
  expect(boxOf(to).left).toBeGreaterThan(boxOf(remove).left);
  const row = page.getByRole("button", { name: "Formatting" }).element().parentElement as HTMLElement;
  expect(row.scrollWidth).toBeLessThanOrEqual(row.clientWidth);
  await to.fill("lise@aas.example");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("button", { name: "Remove lise@aas.example" })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
