import { limits } from "@parley/contract/limits";
import { reasonOf } from "@parley/contract/reasons";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork, refusal } from "../../../sample/network.ts";
import { PasswordStep } from "./PasswordStep.tsx";

const path = "/auth/reset-password";
const email = "mira@harbour.example";
const next = page.getByLabelText("New password", { exact: true });
const confirm = page.getByLabelText("Confirm new password", { exact: true });
const save = page.getByRole("button", { name: "Reset password" });
const startAgain = page.getByRole("button", { name: "Start again" });
const done = page.getByText("Password successfully reset!");

let network: Network;
const onDone = vi.fn();
const onAgain = vi.fn();
beforeEach(() => {
  vi.clearAllMocks();
  network = openNetwork({ [path]: () => ({}) });
  mount(<PasswordStep email={email} notice="Code verified!" onDone={onDone} onAgain={onAgain} />);
});

async function fill(password: string, again = password): Promise<void> {
  await next.fill(password);
  await confirm.fill(again);
}

test("nothing is sent while a field is empty, the two entries differ, or the password is weak", async () => {
  await expect.element(page.getByText("Code verified!")).toBeVisible();
  await save.click();
  await expect.element(page.getByText("Please fill in all fields")).toBeVisible();
  await fill("Winter-ferry-19", "Winter-ferry-20");
  await save.click();
  await expect.element(page.getByText("Passwords do not match")).toBeVisible();
  await fill("short");
  await expect.element(page.getByText("Password must include:")).toBeVisible();
  expect(
    page
      .getByRole("listitem")
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([
    "At least 8 characters",
    "At least one uppercase letter",
    "At least one number",
    "At least one special character (!@#$...)",
  ]);
  await save.click();
  await expect.element(page.getByText("Password does not meet the requirements!")).toBeVisible();
  await next.fill("Winter-ferry-19");
  await expect.element(page.getByText("Password must include:")).not.toBeInTheDocument();
  expect(network.calls).toEqual([]);
});

test("a good password is sent once, however quickly it is submitted, and the page leads on after a moment", async () => {
  await fill("Winter-ferry-19");
  const form = document.querySelector("form");
  form?.requestSubmit();
  form?.requestSubmit();
  await expect.element(done).toBeVisible();
  await expect.element(save).toBeDisabled();
  expect(network.sent(path)).toHaveLength(1);
  expect(onDone).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce(), { timeout: limits.resetRedirect + 5_000 });
});

test("a refused password says why; another try is possible", async () => {
  network.on(path, () => refusal(400, "invalid", reasonOf("password_too_common")));
  await fill("P@ssw0rd1!");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("This password is one of the most common ones")).toBeVisible();
  await expect.element(startAgain).not.toBeInTheDocument();
  network.on(path, () => ({}));
  await fill("Winter-ferry-19");
  await userEvent.keyboard("{Enter}");
  await expect.element(done).toBeVisible();
});

test("a used code leads the agent back to the first step", async () => {
  network.on(path, () => refusal(400, "invalid", reasonOf("code_expired")));
  await fill("Winter-ferry-19");
  await save.click();
  await startAgain.click();
  expect(onAgain).toHaveBeenCalledOnce();
});
