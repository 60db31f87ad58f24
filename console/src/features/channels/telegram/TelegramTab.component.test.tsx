import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork, Status } from "../../../sample/network.ts";
import { TelegramTab } from "./TelegramTab.tsx";

const field = page.getByLabelText("Bot token");
const connect = page.getByRole("button", { name: "Connect" });
const overwrite = page.getByRole("button", { name: "Overwrite" });
const warning = page.getByText("You have already set-up your Telegram Bot. Would you like to overwrite it?");

let network: Network;
let tokenStatus = false;
beforeEach(() => {
  tokenStatus = false;
  network = openNetwork({
    "/admin/get-telegram-token": () => ({ tokenStatus }),
    "/setup-telegram": () => ({ bot: { id: 7, username: "harbour_bot", name: "Harbour" } }),
  });
});

test("without a bot the form asks for the token at once, and an empty one is not sent", async () => {
  mount(<TelegramTab />);
  await field.fill("   ");
  await connect.click();
  await expect.element(page.getByText("Cannot submit an empty field!")).toBeVisible();
  await expect.element(overwrite).not.toBeInTheDocument();
  expect(network.sent("/setup-telegram")).toEqual([]);
});

test("an existing bot is only overwritten on request", async () => {
  tokenStatus = true;
  mount(<TelegramTab />);
  await expect.element(warning).toBeVisible();
  await expect.element(field).not.toBeInTheDocument();
  await overwrite.click();
  await expect.element(warning).not.toBeInTheDocument();
  await expect.element(field).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.element(warning).toBeVisible();
});

test("the token is sent trimmed, also by Enter, and the bot is named", async () => {
  mount(<TelegramTab />);
  await field.fill(" 7:AA-token ");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Bot ID successfully submitted!")).toBeVisible();
  await expect.element(page.getByText(/^Harbour \(@harbour_bot\)/)).toBeVisible();
  await expect.element(warning).toBeVisible();
  expect(network.sent("/setup-telegram")).toEqual([{ bot_id: "7:AA-token" }]);
});

test("the button waits for Telegram, and its answer is shown", async () => {
  const answer = Promise.withResolvers<void>();
  network.on("/setup-telegram", async () => {
    await answer.promise;
    return new Status(400, { message: "Invalid Telegram Bot Id!" });
  });
  mount(<TelegramTab />);
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
  mount(<TelegramTab />);
  await overwrite.click();
  await field.fill("no token");
  await connect.click();
  await expect.element(page.getByText("Invalid Telegram Bot Id!")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.element(page.getByText("Invalid Telegram Bot Id!")).not.toBeInTheDocument();
});

test("when the bot's state fails to load it can be asked again", async () => {
  network.on("/admin/get-telegram-token", broken);
  mount(<TelegramTab />);
  await expect.element(page.getByRole("alert")).toBeVisible();
  network.on("/admin/get-telegram-token", () => ({ tokenStatus: true }));
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(warning).toBeVisible();
});
