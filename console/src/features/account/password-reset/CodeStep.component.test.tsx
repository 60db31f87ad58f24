import { reasonOf } from "@parley/contract/reasons";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork, refusal } from "../../../sample/network.ts";
import { CodeStep } from "./CodeStep.tsx";

const email = "mira@harbour.example";
const field = page.getByLabelText("Reset code");
const verify = page.getByRole("button", { name: "Verify code" });
const again = page.getByRole("button", { name: "Request New Code" });

let network: Network;
const onVerified = vi.fn();
const onBack = vi.fn();
beforeEach(() => {
  vi.clearAllMocks();
  network = openNetwork({ "/verify-email-code": () => ({}), "/send-reset-password-code": () => ({}) });
  mount(
    <CodeStep email={email} notice="A reset code has been sent" onVerified={onVerified} onBack={onBack} />,
  );
});

test("the step starts with the previous step's notice, and a right code goes on", async () => {
  await expect.element(page.getByText("A reset code has been sent")).toBeVisible();
  await field.fill("123456");
  await verify.click();
  await expect.poll(() => onVerified.mock.calls.length).toBe(1);
  expect(network.sent("/verify-email-code")).toEqual([{ email, code: "123456", isPasswordReset: true }]);
});

test("an empty code is refused on the page, in place of the notice", async () => {
  await verify.click();
  await expect.element(page.getByText("Please enter the code sent to your email")).toBeVisible();
  await expect.element(page.getByText("A reset code has been sent")).not.toBeInTheDocument();
  expect(network.calls).toEqual([]);
});

test("after a refusal another code can be requested, which empties the field", async () => {
  network.on("/verify-email-code", () => refusal(400, "invalid", reasonOf("code_invalid")));
  await expect.element(again).not.toBeInTheDocument();
  await field.fill("000000");
  await verify.click();
  await expect.element(page.getByText("Invalid code. Try again.")).toBeVisible();
  await again.click();
  await expect.element(page.getByText(`A reset code has been sent to ${email}`)).toBeVisible();
  await expect.element(field).toHaveValue("");
  await expect.element(again).not.toBeInTheDocument();
});

test("an unreachable server is no refusal: the same code may be tried again", async () => {
  network.on("/verify-email-code", broken);
  await field.fill("123456");
  await verify.click();
  await expect.element(page.getByText("The server cannot be reached.")).toBeVisible();
  await expect.element(again).not.toBeInTheDocument();
  network.on("/verify-email-code", () => ({}));
  await verify.click();
  await expect.poll(() => onVerified.mock.calls.length).toBe(1);
});

test("a new code that is refused is reported with the server's reason", async () => {
  network.on("/verify-email-code", () => refusal(400, "invalid", reasonOf("code_expired")));
  network.on("/send-reset-password-code", () =>
    refusal(429, "rate_limited", reasonOf("too_many_tries", { seconds: 40 })),
  );
  await field.fill("000000");
  await verify.click();
  await again.click();
  await expect.element(page.getByText("Too many tries. Please wait 40 seconds.")).toBeVisible();
  await expect.element(field).toHaveValue("000000");
});

test("another code is not offered while it has to wait, and a mistyped address can be changed", async () => {
  network.on("/verify-email-code", () => refusal(400, "invalid", reasonOf("code_expired")));
  network.on("/send-reset-password-code", () =>
    refusal(429, "code_sent", reasonOf("code_sent", { seconds: 40 })),
  );
  await field.fill("000000");
  await verify.click();
  await again.click();
  await expect.element(page.getByRole("button", { name: /^Again in \d+ s$/ })).toBeDisabled();
  await page.getByRole("button", { name: "Use another address" }).click();
  expect(onBack).toHaveBeenCalledOnce();
});
