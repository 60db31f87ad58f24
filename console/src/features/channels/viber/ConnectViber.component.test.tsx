import { reasonOf } from "@parley/contract/reasons";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork, Status } from "../../../sample/network.ts";
import { Channels } from "../Channels.tsx";

const field = page.getByLabelText("Token");
const connect = page.getByRole("button", { name: "Connect" });
const path = "/channels/viber/connect";
const account = {
  channelid: "6a0f2ad4-0000-4000-8000-000000000001",
  platform: "viber",
  name: "Harbour Travel",
  username: "harbourtravel",
  departmentid: null,
  state: "working",
  reason: null,
  mend: null,
  since: null,
  last_in: null,
  last_out: null,
  waiting: 0,
};

let network: Network;
let connected: (typeof account)[];
beforeEach(() => {
  connected = [];
  network = openNetwork({
    "/channels": () => connected,
    "/auth/get-departments": () => [],
    [path]: () => {
      connected = [account];
      return account;
    },
  });
});

const openTab = () => mount(<Channels title="Communication services" />, { path: "/?service=viber" });

test("the token is sent trimmed, also by Enter; then the form is gone and the new card is marked", async () => {
  openTab();
  await field.fill(" 445da6a214b6c789-dafc2b2542f0e51a-e0c5fae17480bd9a ");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Harbour Travel now brings its messages here.")).toBeVisible();
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(page.getByRole("link", { name: "Harbour Travel" })).toHaveFocus();
  expect(network.sent(path)).toEqual([{ token: "445da6a214b6c789-dafc2b2542f0e51a-e0c5fae17480bd9a" }]);
});

test("the button waits for Viber, and a refusal is shown until the token changes", async () => {
  const answer = Promise.withResolvers<void>();
  network.on(path, async () => {
    await answer.promise;
    const reason = reasonOf("account_blocked", { provider: "Viber" });
    return new Status(400, { code: "provider_refused", message: "blocked", reason });
  });
  openTab();
  await field.fill("a token");
  await connect.click();
  await expect.element(page.getByText("Asking Viber, please wait…")).toBeVisible();
  await expect.element(connect).toBeDisabled();
  answer.resolve();
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent("Viber has blocked this account. Only its support can lift that.");
  await expect.element(field).toHaveValue("a token");
  await expect.element(field).toHaveAttribute("aria-invalid", "true");
  await field.fill("another");
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
});

test("an empty token is not sent, and the form says what is missing", async () => {
  network.on(path, () => {
    return new Status(400, {
      code: "invalid",
      message: "Cannot submit an empty field!",
      reason: reasonOf("empty_field"),
    });
  });
  openTab();
  await connect.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Cannot submit an empty field!");
});
