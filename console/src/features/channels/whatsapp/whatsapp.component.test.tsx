import type { ChannelRow } from "@parley/contract/channels";
import type { MessageTemplate } from "@parley/contract/templates";
import type { WhatsappNumber } from "@parley/contract/whatsapp";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork, refusal, Status } from "../../../sample/network.ts";
import { Channels } from "../Channels.tsx";
import { publishSignup } from "./signup-channel.ts";

const account: ChannelRow = {
  channelid: "b0000000-0000-4000-8000-000000000001",
  platform: "whatsapp",
  name: "Harbour Travel",
  username: "+380 44 110 4164",
  departmentid: null,
  state: "working",
  reason: null,
  mend: null,
  since: null,
  last_in: null,
  last_out: null,
  waiting: 0,
  can_start: true,
  starts_by: "template",
};
const number: WhatsappNumber = {
  id: "1060",
  channelid: "b0000000-0000-4000-8000-000000000001",
  verified_name: "Harbour Travel",
  code_verification_status: "VERIFIED",
  display_phone_number: "+380 44 110 4164",
  quality_rating: "GREEN",
  throughput: { level: "STANDARD" },
  last_onboarded_time: "2026-10-02T09:14:00.000Z",
  webhook_status: "on",
  waba_id: "2090",
  reason: null,
};
const template: MessageTemplate = {
  templateid: "c0000000-0000-4000-8000-000000000001",
  title: "Order ready",
  name: "order_ready",
  language: "en",
  category: "utility",
  status: "pending",
  reason: null,
  components: {
    header: null,
    body: "Dear {{client}}, it is ready.",
    footer: null,
    buttons: [],
    variables: [{ part: "body", name: "client", sample: "Dimitar" }],
    other: false,
  },
  created_on: "2026-11-21T13:12:00.000Z",
  updated_on: "2026-11-21T13:12:00.000Z",
};
const settings = {
  missing: [],
  app_id: "1",
  config_id: "2",
  version: "v26.0",
  sdk_url: "https://sdk.example",
};
const paths = {
  numbers: "/whatsapp-phone-numbers",
  toggle: "/toggle-phone-number-webhook",
  settings: "/whatsapp-signup-settings",
  submit: "/submit-whatsapp-template",
  templates: `/channels/${number.channelid}/templates`,
};

let network: Network;
let templates: MessageTemplate[];
beforeEach(() => {
  templates = [];
  network = openNetwork({
    "/channels": () => [account],
    "/auth/get-departments": () => [],
    [paths.numbers]: () => [number],
    [paths.settings]: () => settings,
    [paths.templates]: () => templates,
    [paths.submit]: () => template,
  });
});

const openAt = (path: string) => mount(<Channels title="Communication services" />, { path });
const openTab = () => openAt("/?service=whatsapp");
const openForm = () => openAt("/?service=whatsapp&view=connect");
const link = (name: string) => page.getByRole("link", { name, exact: true });
const connectAgain = () => openAt(`/?service=whatsapp&account=${number.channelid}&view=connect`);
const button = (name: string) => page.getByRole("button", { name, exact: true });
const ticks = [
  "I can take a phone call or text message on this number now",
  "I have admin access to our business manager",
];

async function openTemplateForm() {
  openAt(`/?service=whatsapp&account=${number.channelid}&view=templates`);
  await button("New template").click();
}

test("an account that is connected again has its ids filled in and asks for the token", async () => {
  const reason = { code: "pin_wrong", facts: {} } as const;
  network.on(
    "/channels/whatsapp/connect",
    () => new Status(400, { code: "provider_refused", message: "Refused.", reason }),
  );
  connectAgain();
  const token = page.getByLabelText("Access token");
  await expect.element(token).toHaveFocus();
  await userEvent.keyboard("EAAnew{Enter}");
  await expect
    .poll(() => network.sent("/channels/whatsapp/connect"))
    .toEqual([{ access_token: "EAAnew", waba_id: "2090", phone_number_id: "1060" }]);
  await expect.element(page.getByLabelText(/^Two-step PIN/)).toHaveAttribute("aria-invalid", "true");
});

test("a refused field is named and marked", async () => {
  const reason = { code: "field_invalid", facts: { field: "waba_id" } } as const;
  network.on(
    "/channels/whatsapp/connect",
    () => new Status(400, { code: "invalid", message: ["waba_id: not valid"], reasons: [reason] }),
  );
  connectAgain();
  await expect.element(page.getByLabelText("Access token")).toHaveFocus();
  await userEvent.keyboard("EAAnew{Enter}");
  await expect.element(page.getByRole("alert")).toHaveTextContent("WhatsApp Business account ID: not valid");
  const account = page.getByLabelText("WhatsApp Business account ID");
  await expect.element(account).toHaveAttribute("aria-invalid", "true");
  await expect.element(page.getByLabelText("Phone number ID")).not.toHaveAttribute("aria-invalid");
});

test("the record of a number shows the provider's values", async () => {
  openTab();
  await expect.element(page.getByRole("heading", { name: "Harbour Travel" })).toBeVisible();
  const record = page.getByRole("listitem");
  for (const fact of ["verified", "+380 44 110 4164", "high", "standard", "Webhook on"])
    await expect.element(record.getByText(fact, { exact: true })).toBeVisible();
});

test("an app of one's own needs its secret, but not its id", async () => {
  connectAgain();
  await expect.element(page.getByLabelText("Access token")).toHaveFocus();
  await userEvent.keyboard("EAAnew");
  await page.getByRole("checkbox", { name: "The token belongs to our own app" }).click();
  await button("Connect").click();
  const secret = page.getByLabelText("App secret");
  await expect.element(secret).toHaveAttribute("aria-invalid", "true");
  await secret.fill("a-secret-of-the-app");
  network.on("/channels/whatsapp/connect", () => account);
  await button("Connect").click();
  await expect.element(page.getByText("Harbour Travel is connected.")).toBeVisible();
  expect(network.sent("/channels/whatsapp/connect")).toEqual([
    { access_token: "EAAnew", waba_id: "2090", phone_number_id: "1060", app_secret: "a-secret-of-the-app" },
  ]);
});

test("the sign-up's button waits for both confirmations", async () => {
  const opened = vi.spyOn(window, "open").mockReturnValue(window);
  openForm();
  await expect.element(button("Continue with Meta")).toBeDisabled();
  const [call = "", admin = ""] = ticks;
  await page.getByRole("checkbox", { name: call }).click();
  await expect.element(button("Continue with Meta")).toBeDisabled();
  await page.getByRole("checkbox", { name: admin }).click();
  await expect.element(button("Continue with Meta")).toBeEnabled();
  await page.getByRole("checkbox", { name: call }).click();
  await expect.element(button("Continue with Meta")).toBeDisabled();
  await page.getByRole("checkbox", { name: call }).click();
  await button("Continue with Meta").click();
  expect(opened).toHaveBeenCalledWith("/whatsapp-signup", "signup", expect.stringContaining("popup"));
  await expect.element(page.getByText("Finish the sign-up in the window that has opened.")).toBeVisible();
  publishSignup(account);
  await expect.element(page.getByText("Harbour Travel is connected.")).toBeVisible();
  await expect.element(link("Harbour Travel")).toHaveFocus();
  opened.mockRestore();
});

test("a sign-up that is not set up names the missing settings, and leads to the token", async () => {
  network.on(paths.settings, () => ({ ...settings, missing: ["WHATSAPP_APP_ID"] }));
  openForm();
  await expect.element(page.getByText(/Missing: WHATSAPP_APP_ID/)).toBeVisible();
  for (const name of ticks) await page.getByRole("checkbox", { name }).click();
  await expect.element(button("Continue with Meta")).toBeDisabled();
  await button("I have a permanent token").click();
  await expect.element(page.getByLabelText("Access token")).toHaveFocus();
});

test("the webhook's switch flips at once, and goes back when it is refused", async () => {
  const answer = Promise.withResolvers<void>();
  network.on(paths.toggle, async () => {
    await answer.promise;
    return refusal(400, "provider_refused", {
      code: "provider",
      facts: { provider: "WhatsApp", says: "No." },
    });
  });
  openTab();
  const toggle = page.getByRole("switch", { name: "Webhook of Harbour Travel" });
  await toggle.click();
  await expect.element(toggle).not.toBeChecked();
  await expect.element(page.getByText(/^Webhook off/)).toBeVisible();
  expect(network.sent(paths.toggle)).toEqual([{ phoneNumberId: number.id }]);
  answer.resolve();
  await expect.element(page.getByText(/^The webhook of Harbour Travel was not changed/)).toBeVisible();
  await expect.element(toggle).toBeChecked();
});

test("a template needs its title and text, and Enter in the text submits", async () => {
  await openTemplateForm();
  await expect.element(page.getByLabelText("Title")).toHaveFocus();
  await page.getByLabelText("Title").fill("  ");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("alert")).toHaveTextContent("Cannot submit an empty field!");
  await page.getByLabelText("Title").fill(" Order ready ");
  await page.getByLabelText("Text").fill(" It is ready. ");
  templates = [template];
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("pending", { exact: true })).toBeVisible();
  expect(network.sent(paths.submit)).toMatchObject([
    { template_title: "Order ready", template_text: "It is ready.", channelid: number.channelid },
  ]);
});

test("a button without its text is neither submitted nor shown in the preview", async () => {
  await openTemplateForm();
  await page.getByLabelText("Title").fill("Order ready");
  await page.getByLabelText("Text").fill("It is ready.");
  await button("More").click();
  await button("Answer").click();
  await expect.element(page.getByRole("figure", { name: "Preview" })).toBeVisible();
  await expect.element(page.getByRole("figure").getByRole("listitem")).not.toBeInTheDocument();
  await button("Submit").click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Cannot submit an empty field!");
  expect(network.sent(paths.submit)).toEqual([]);
});

test("statuses are in lowercase, and a view that is opened again has the verdict", async () => {
  templates = [template];
  openTab();
  await link("Templates").click();
  await expect.element(page.getByText("pending", { exact: true })).toBeVisible();
  templates = [{ ...template, status: "approved" }];
  await link("Back").click();
  await link("Templates").click();
  await expect.element(page.getByText("approved", { exact: true })).toBeVisible();
});
