import { reasonOf } from "@parley/contract/reasons";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { agents } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork, refusal } from "../../../sample/network.ts";
import { ConfirmAddress } from "./ConfirmAddress.tsx";

const field = page.getByLabelText("Code from the mail");
const confirm = page.getByRole("button", { name: "Confirm" });
const again = page.getByRole("button", { name: "Send another code" });
const wrong = refusal(400, "wrong_code", reasonOf("code_invalid"));

let network: Network;
const onEnded = vi.fn();
const onTwoStep = vi.fn();
beforeEach(() => {
  vi.clearAllMocks();
  network = openNetwork({
    "/auth/confirm-address": () => ({ user: { id: agents.mira.id } }),
    "/auth/send-address-code": () => ({}),
  });
});

function ask() {
  mount(<ConfirmAddress email="mira@harbour.example" onEnded={onEnded} onTwoStep={onTwoStep} />);
}

test("the step names the address, and keeps six digits of pasted text", async () => {
  ask();
  await expect.element(page.getByText("We have sent six digits to mira@harbour.example.")).toBeVisible();
  await field.fill("Your code: 123 456 7");
  await expect.element(field).toHaveValue("123456");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => network.sent("/auth/confirm-address")).toEqual([{ code: "123456" }]);
});

test("an empty code is refused on the page", async () => {
  ask();
  await confirm.click();
  await expect.element(page.getByText("Please enter the code from the mail")).toBeVisible();
  expect(network.calls).toEqual([]);
});

test("a wrong code is reported, and the next attempt removes the report", async () => {
  network.on("/auth/confirm-address", () => wrong);
  ask();
  await field.fill("000000");
  await confirm.click();
  await expect.element(page.getByText("Invalid code. Try again.")).toBeVisible();
  const answer = Promise.withResolvers<void>();
  network.on("/auth/confirm-address", async () => {
    await answer.promise;
    return { twoStep: true };
  });
  await confirm.click();
  await expect.element(page.getByText("Invalid code. Try again.")).not.toBeInTheDocument();
  await expect.element(confirm).toBeDisabled();
  answer.resolve();
  await expect.poll(() => onTwoStep.mock.calls.length).toBe(1);
});

test("another code empties the field and removes the error", async () => {
  network.on("/auth/confirm-address", () => wrong);
  ask();
  await field.fill("000000");
  await confirm.click();
  await expect.element(page.getByText("Invalid code. Try again.")).toBeVisible();
  await again.click();
  await expect.element(page.getByText("A new code is on its way.")).toBeVisible();
  await expect.element(page.getByText("Invalid code. Try again.")).not.toBeInTheDocument();
  await expect.element(field).toHaveValue("");
});

test("another code also removes the report of an empty field", async () => {
  ask();
  await confirm.click();
  await expect.element(page.getByText("Please enter the code from the mail")).toBeVisible();
  await again.click();
  await expect.element(page.getByText("A new code is on its way.")).toBeVisible();
  await expect.element(page.getByText("Please enter the code from the mail")).not.toBeInTheDocument();
});

test("when another code is refused, the page says when to try again, and the previous code stays valid", async () => {
  const wait = refusal(429, "rate_limited", reasonOf("too_many_tries", { seconds: 40 }));
  network.on("/auth/send-address-code", () => wait);
  ask();
  await field.fill("123456");
  await again.click();
  await expect.element(page.getByText("Too many tries. Please wait 40 seconds.")).toBeVisible();
  await expect.element(field).toHaveValue("123456");
});

test.each([
  ["the code", "/auth/confirm-address", confirm],
  ["another code", "/auth/send-address-code", again],
])("when the sign-in is over, asking for %s leads back to the password", async (_, path, button) => {
  network.on(path, () => refusal(400, "challenge_over", reasonOf("sign_in_again")));
  ask();
  await field.fill("123456");
  await button.click();
  await expect.poll(() => onEnded.mock.calls).toEqual([["Please sign in again."]]);
});
