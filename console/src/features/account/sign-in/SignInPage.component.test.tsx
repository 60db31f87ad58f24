import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { SignInPage } from "./SignInPage.tsx";

beforeEach(() => {
  openNetwork();
});

test.each([
  ["disabled", "An administrator has disabled your account."],
  ["role_changed", "Your role has changed. Please sign in again."],
  ["ended", "Your session has ended. Please sign in again."],
])("a session that ended because of %s says so", async (why, text) => {
  mount(<SignInPage />, { path: "/login", state: { why } });
  await expect.element(page.getByText(text)).toBeVisible();
});

test("the sign-in page gives no reason without a previous session", async () => {
  mount(<SignInPage />, { path: "/login" });
  await expect.element(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await expect
    .element(page.getByText(/session has ended|disabled your|role has changed/))
    .not.toBeInTheDocument();
});

test("after registering, the address is filled in and the company named", async () => {
  mount(<SignInPage />, {
    path: "/login",
    state: { email: "ingrid@harbour.example", company: "Harbour Travel" },
  });
  await expect.element(page.getByLabelText("Email")).toHaveValue("ingrid@harbour.example");
  await expect.element(page.getByText("Harbour Travel is registered. Sign in to begin.")).toBeVisible();
});
