import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork, Status } from "../../../sample/network.ts";
import { Channels } from "../Channels.tsx";

const field = page.getByLabelText("Bot token");
const connect = page.getByRole("button", { name: "Connect" });
const overwrite = page.getByRole("button", { name: "Overwrite" });
const warning = page.getByText("You have already set-up your Telegram Bot. Would you like to overwrite it?");

const bot = {
  channelid: "b0000000-0000-4000-8000-000000000001",
  platform: "telegram",
  name: "Harbour",
  username: "harbour_bot",
  departmentid: null,
  state: "working",
  reason: null,
  mend: null,
  since: null,
  last_in: null,
  last_out: null,
  waiting: 0,
  can_start: false,
  starts_by: null,
};

let network: Network;
let tokenStatus = false;
beforeEach(() => {
  tokenStatus = false;
  network = openNetwork({
    "/channels": () => (tokenStatus ? [bot] : []),
    "/auth/get-departments": () => [],
    "/admin/get-telegram-token": () => ({ tokenStatus }),
    "/setup-telegram": () => {
      tokenStatus = true;
      return { bot: { id: 7, username: "harbour_bot", name: "Harbour" } };
    },
  });
});

const openTab = () => mount(<Channels title="Communication services" />, { path: "/?service=telegram" });

test("the form asks for the token at once where there is no bot, and an empty one is not sent", async () => {
  openTab();
  await field.fill("   ");
  await connect.click();
  await expect.element(page.getByText("Cannot submit an empty field!")).toBeVisible();
  await expect.element(overwrite).not.toBeInTheDocument();
  expect(network.sent("/setup-telegram")).toEqual([]);
});

test("an existing bot is only overwritten on request", async () => {
  tokenStatus = true;
  openTab();
  await expect.element(warning).toBeVisible();
  await expect.element(field).not.toBeInTheDocument();
  await overwrite.click();
  await expect.element(warning).not.toBeInTheDocument();
  await expect.element(field).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.element(warning).toBeVisible();
});

test("the token is sent trimmed, also by Enter, and the bot is named", async () => {
  openTab();
  await field.fill(" 7:AA-token ");
  await userEvent.keyboard("{Enter}");
  await expect
    .element(page.getByText(/^Bot ID successfully submitted! Harbour \(@harbour_bot\)/))
    .toBeVisible();
  await expect.element(warning).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Harbour", exact: true })).toHaveFocus();
  await expect.element(field).not.toBeInTheDocument();
  expect(network.sent("/setup-telegram")).toEqual([{ bot_id: "7:AA-token" }]);
});

test("the button waits for Telegram, and its answer is shown", async () => {
  const answer = Promise.withResolvers<void>();
  network.on("/setup-telegram", async () => {
    await answer.promise;
    return new Status(400, { message: "Invalid Telegram Bot Id!" });
  });
  openTab();
  await field.fill("no token");
  await connect.click();
  await expect.element(page.getByText("Submitting your Telegram Token, please wait...")).toBeVisible();
  await expect.element(connect).toBeDisabled();
  answer.resolve();
  await expect.element(page.getByText("Invalid Telegram Bot Id!")).toBeVisible();
  await expect.element(field).toHaveValue("no token");
});

test("the message about one token disappears with the next", async () => {
  tokenStatus = true;
  network.on("/setup-telegram", () => new Status(400, { message: "Invalid Telegram Bot Id!" }));
  openTab();
  await overwrite.click();
  await field.fill("no token");
  await connect.click();
  await expect.element(page.getByText("Invalid Telegram Bot Id!")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.element(page.getByText("Invalid Telegram Bot Id!")).not.toBeInTheDocument();
});

test("a further bot is connected on a page of its own, by one button", async () => {
  tokenStatus = true;
  network.on("/channels/telegram/connect", () => bot);
  openTab();
  await page.getByRole("link", { name: "Connect another" }).click();
  await field.fill("8:AA-token");
  await connect.click();
  await expect.element(warning).toBeVisible();
  expect(network.sent("/channels/telegram/connect")).toEqual([{ bot_id: "8:AA-token" }]);
});

test("a bot whose state fails to load can be asked for again", async () => {
  network.on("/admin/get-telegram-token", broken);
  openTab();
  await expect.element(page.getByRole("alert")).toBeVisible();
  network.on("/admin/get-telegram-token", () => ({ tokenStatus: false }));
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(field).toBeVisible();
});
