import { reasonOf } from "@parley/contract/reasons";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork, refusal } from "../../../sample/network.ts";
import { ChangePasswordDialog } from "./ChangePasswordDialog.tsx";

const path = "/auth/change-password";
const current = page.getByLabelText("Current password", { exact: true });
const next = page.getByLabelText("New password", { exact: true });
const confirm = page.getByLabelText("Confirm new password", { exact: true });
const submit = page.getByRole("button", { name: "Change password" });
const alert = page.getByRole("alert");
const given = {
  currentPassword: "Parley-demo-1",
  newPassword: "Winter-ferry-19",
  confirmPassword: "Winter-ferry-19",
};

async function fill(password = given.newPassword, again = password): Promise<void> {
  await current.fill(given.currentPassword);
  await next.fill(password);
  await confirm.fill(again);
}

let network: Network;
const onClose = vi.fn();
beforeEach(() => {
  vi.clearAllMocks();
  network = openNetwork({ [path]: () => ({}) });
});

test("nothing is sent while a field is empty, the password is weak, or the two entries differ", async () => {
  mount(<ChangePasswordDialog onClose={onClose} />);
  await submit.click();
  await expect.element(alert).toHaveTextContent("Please fill in all fields");
  await fill("short");
  await expect.element(page.getByText("At least 8 characters")).toBeVisible();
  await submit.click();
  await expect.element(alert).toHaveTextContent("Password does not meet the requirements!");
  await fill(given.newPassword, "Winter-ferry-20");
  await submit.click();
  await expect.element(alert).toHaveTextContent("Passwords do not match");
  expect(network.calls).toEqual([]);
});

test("Enter changes the password, closes the dialog, and the sessions are fetched again", async () => {
  const { cache } = mount(<ChangePasswordDialog onClose={onClose} />);
  cache.setQueryData(["sessions"], []);
  await fill();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Password changed. Your other sessions have ended.")).toBeVisible();
  expect(network.sent(path)).toEqual([given]);
  expect(onClose).toHaveBeenCalledOnce();
});

test("a wrong current password says so and keeps the entries", async () => {
  network.on(path, () => refusal(400, "invalid", reasonOf("password_wrong")));
  mount(<ChangePasswordDialog onClose={onClose} />);
  await fill();
  await submit.click();
  await expect.element(alert).toHaveTextContent("The current password is wrong.");
  await expect.element(next).toHaveValue(given.newPassword);
  expect(onClose).not.toHaveBeenCalled();
  // A fault found here replaces the server's.
  await confirm.fill("");
  await submit.click();
  await expect.element(alert).toHaveTextContent("Please fill in all fields");
});

test("a server that cannot be reached is not shown as a refusal", async () => {
  network.on(path, broken);
  mount(<ChangePasswordDialog onClose={onClose} />);
  await fill();
  await submit.click();
  await expect.element(alert).toHaveTextContent("The server cannot be reached.");
});

test("a form submitted twice at once is sent once", async () => {
  const answer = Promise.withResolvers<void>();
  network.on(path, async () => {
    await answer.promise;
    return {};
  });
  mount(<ChangePasswordDialog onClose={onClose} />);
  await fill();
  const form = document.querySelector("form");
  form?.requestSubmit();
  form?.requestSubmit();
  await expect.element(submit).toBeDisabled();
  answer.resolve();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(network.sent(path)).toHaveLength(1);
});

test("a password is shown only where its own button was pressed", async () => {
  mount(<ChangePasswordDialog onClose={onClose} />);
  await fill();
  await page.getByRole("button", { name: "Show: New password" }).click();
  await expect.element(next).toHaveAttribute("type", "text");
  await expect.element(current).toHaveAttribute("type", "password");
  await expect.element(confirm).toHaveAttribute("type", "password");
});
