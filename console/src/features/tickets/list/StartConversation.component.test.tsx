import type { ChannelRow } from "@parley/contract/channels";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { agents, at, ticketOf } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork, refusal } from "../../../sample/network.ts";
import { StartConversation } from "./StartConversation.tsx";
import { TicketPane } from "./TicketPane.tsx";

const account: ChannelRow = {
  channelid: "b0000000-0000-4000-8000-000000000009",
  platform: "whatsapp",
  name: "Harbour, main",
  username: null,
  departmentid: null,
  state: "working",
  reason: null,
  since: null,
  last_in: null,
  last_out: null,
  waiting: 0,
  can_start: true,
  starts_by: "template",
};
const template = {
  templateid: crypto.randomUUID(),
  title: null,
  name: "greeting",
  language: "en",
  category: "utility",
  status: "approved",
  reason: null,
  components: { header: null, body: "Hello.", footer: null, buttons: [], variables: [], other: false },
  created_on: at(0),
  updated_on: at(0),
};
const button = page.getByRole("button", { name: "Start a conversation" });

let network: Network;
let rows: ChannelRow[];
beforeEach(() => {
  rows = [account];
  network = openNetwork({
    "/channels": () => rows,
    [`/channels/${account.channelid}/templates`]: () => [template],
    "/start-conversation": () => ticketOf(agents.mira),
    "/tickets": () => [],
  });
});

test("the button is absent without an account that allows a conversation", async () => {
  rows = [{ ...account, can_start: false, starts_by: null }];
  mount(<StartConversation />);
  await vi.waitFor(() => expect(network.calls).toHaveLength(1));
  await expect.element(button).not.toBeInTheDocument();
});

test("number and template start a conversation; a refused number can be corrected", async () => {
  network.on("/start-conversation", () =>
    refusal(400, "invalid", { code: "phone_number_invalid", facts: {} }),
  );
  mount(<StartConversation />);
  await button.click();
  await page.getByRole("button", { name: /greeting/ }).click();
  const send = page.getByRole("button", { name: "Send" });
  await expect.element(send).toBeDisabled();
  await page.getByLabelText("Phone number").fill("0501112233");
  await send.click();
  await expect.element(page.getByText(/Please enter the phone number in international form/)).toBeVisible();
  network.on("/start-conversation", () => ticketOf(agents.mira));
  await page.getByLabelText("Phone number").fill("+380501112233");
  await send.click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(network.sent("/start-conversation").at(-1)).toEqual({
    channelid: account.channelid,
    to: "+380501112233",
    template: { name: "greeting", language: "en", variables: [], messageid: expect.any(String) },
  });
});

test("a dialog over the list stays when a phone is turned", async () => {
  await page.viewport(1000, 800);
  mount(<TicketPane start={null} />);
  await button.click();
  await page.getByLabelText("Phone number").fill("+380501112233");
  await page.viewport(390, 844);
  await expect.element(page.getByRole("main", { includeHidden: true })).toBeInTheDocument();
  await expect.element(page.getByLabelText("Phone number")).toHaveValue("+380501112233");
});
