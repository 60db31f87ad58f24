import { reasonOf } from "@parley/contract/reasons";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork, refusal } from "../../../sample/network.ts";
import { ConfirmIdentityDialog } from "./ConfirmIdentityDialog.tsx";

const remove = "/auth/remove-two-step";
const change = "/auth/change-recovery-codes";
const recoveryCodes = Array.from({ length: 10 }, (_, index) => `code-${index}000`);
const password = page.getByLabelText("Password", { exact: true });
const code = page.getByLabelText("Code from the app or recovery code");
const turnOff = page.getByRole("button", { name: "Turn off" });
const makeCodes = page.getByRole("button", { name: "Make new codes" });

let network: Network;
const onClose = vi.fn();
beforeEach(() => {
  vi.clearAllMocks();
  network = openNetwork({ [remove]: () => ({}), [change]: () => ({ recoveryCodes }) });
});

test("no call turns the second step off without a password, and one does with it", async () => {
  mount(<ConfirmIdentityDialog purpose="remove" onClose={onClose} />);
  await expect.element(turnOff).toBeDisabled();
  await password.fill("Parley-demo-1");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Two-step sign-in is off")).toBeVisible();
  expect(network.sent(remove)).toEqual([{ password: "Parley-demo-1" }]);
  expect(onClose).toHaveBeenCalledOnce();
});

test("a code replaces the password, and the other field is emptied", async () => {
  mount(<ConfirmIdentityDialog purpose="remove" onClose={onClose} />);
  await password.fill("not it");
  await page.getByRole("button", { name: "Use a code instead" }).click();
  await expect.element(code).toHaveValue("");
  await code.fill("code-3000");
  await turnOff.click();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(network.sent(remove)).toEqual([{ code: "code-3000" }]);
});

test("a wrong password says so, and the empty field has the focus", async () => {
  network.on(remove, () => refusal(403, "wrong_password", reasonOf("password_wrong")));
  mount(<ConfirmIdentityDialog purpose="remove" onClose={onClose} />);
  await password.fill("not it");
  await turnOff.click();
  await expect.element(page.getByText("The current password is wrong.")).toBeVisible();
  await expect.element(password).toHaveValue("");
  await expect.element(password).toHaveFocus();
  await page.getByRole("button", { name: "Use a code instead" }).click();
  await expect.element(page.getByText("The current password is wrong.")).not.toBeInTheDocument();
});

test("new recovery codes are requested once, and shown until the agent has kept them", async () => {
  const answer = Promise.withResolvers<void>();
  network.on(change, async () => {
    await answer.promise;
    return { recoveryCodes };
  });
  mount(<ConfirmIdentityDialog purpose="codes" onClose={onClose} />);
  await password.fill("Parley-demo-1");
  const form = document.querySelector("form");
  form?.requestSubmit();
  form?.requestSubmit();
  await expect.element(makeCodes).toBeDisabled();
  answer.resolve();
  await expect.element(page.getByText("code-3000")).toBeVisible();
  expect(network.sent(change)).toHaveLength(1);
  await page.getByRole("button", { name: "I have kept them" }).click();
  expect(onClose).toHaveBeenCalledOnce();
});

test("a second try to change the second step is possible after the first", async () => {
  network.on(change, () => refusal(403, "wrong_password", reasonOf("password_wrong")));
  mount(<ConfirmIdentityDialog purpose="codes" onClose={onClose} />);
  for (const tried of ["not it", "nor this"]) {
    await password.fill(tried);
    await makeCodes.click();
    await expect.element(page.getByText("The current password is wrong.")).toBeVisible();
    await expect.element(password).toHaveValue("");
  }
  expect(network.sent(change)).toEqual([{ password: "not it" }, { password: "nor this" }]);
});
