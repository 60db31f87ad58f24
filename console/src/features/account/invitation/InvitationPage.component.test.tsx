import { reasonOf } from "@parley/contract/reasons";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork, refusal } from "../../../sample/network.ts";
import { InvitationPage } from "./InvitationPage.tsx";

const strong = "Harbour-7-lights";
const password = page.getByLabelText("Password", { exact: true });
const confirm = page.getByLabelText("Confirm password", { exact: true });
const start = page.getByRole("button", { name: "Start" });
const alert = page.getByRole("alert");

let network: Network;
beforeEach(() => {
  network = openNetwork({
    "/open-invitation": () => ({
      companyName: "Harbour Travel",
      firstName: "Rosa",
      email: "rosa@harbour.example",
    }),
    "/accept-invitation": () => ({ user: { id: "rosa" } }),
  });
});

const open = () => mount(<InvitationPage />, { path: "/invitation#the-token" });

test("the page greets by name, for the company, and the address cannot be changed", async () => {
  open();
  await expect.element(page.getByRole("heading", { name: "Welcome to Harbour Travel" })).toBeVisible();
  await expect.element(page.getByText("Hello Rosa, choose a password and you can start.")).toBeVisible();
  const email = page.getByLabelText("Email");
  await expect.element(email).toHaveValue("rosa@harbour.example");
  await expect.element(email).toHaveAttribute("readonly");
  await expect.element(password).toHaveFocus();
  expect(network.sent("/open-invitation")).toEqual([{ token: "the-token" }]);
});

test("a missing, too weak or different password is refused on the page, and nothing is sent", async () => {
  open();
  await start.click();
  await expect.element(alert).toMatchTextContent("Please fill in all fields");
  await password.fill("short");
  await confirm.fill("short");
  await start.click();
  await expect.element(alert).toMatchTextContent("Password does not meet the requirements!");
  await password.fill(strong);
  await start.click();
  await expect.element(alert).toMatchTextContent("Passwords do not match");
  expect(network.sent("/accept-invitation")).toEqual([]);
});

test("a good password is sent once, with the token and the language of the page", async () => {
  const answer = Promise.withResolvers<void>();
  network.on("/accept-invitation", async () => {
    await answer.promise;
    return { user: { id: "rosa" } };
  });
  open();
  await password.fill(strong);
  await confirm.fill(strong);
  await userEvent.keyboard("{Enter}{Enter}");
  await expect.element(start).toBeDisabled();
  answer.resolve();
  await expect.element(start).toBeEnabled();
  expect(network.sent("/accept-invitation")).toEqual([
    { token: "the-token", password: strong, confirmPassword: strong, lang: "en" },
  ]);
});

test("the server's refusal is shown, and the entries stay", async () => {
  network.on("/accept-invitation", () => refusal(400, "invalid", reasonOf("password_too_common")));
  open();
  await password.fill(strong);
  await confirm.fill(strong);
  await start.click();
  await expect.element(alert).toBeVisible();
  await expect.element(password).toHaveValue(strong);
});

test("an expired link says so, without a form and without a retry", async () => {
  network.on("/open-invitation", () => refusal(404, "not_found", reasonOf("invitation_over")));
  open();
  await expect.element(page.getByRole("heading", { name: "Your invitation" })).toBeVisible();
  await expect.element(alert).toBeVisible();
  await expect.element(start).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "Retry" })).not.toBeInTheDocument();
  await expect.element(page.getByRole("link", { name: "To the sign-in page" })).toBeVisible();
});

test("an unreachable server can be asked again", async () => {
  const answered = () => ({
    companyName: "Harbour Travel",
    firstName: "Rosa",
    email: "rosa@harbour.example",
  });
  network.on("/open-invitation", broken);
  open();
  await expect.element(alert).toMatchTextContent("The server cannot be reached.");
  network.on("/open-invitation", answered);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(start).toBeVisible();
});
