import { reasonOf } from "@parley/contract/reasons";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork, refusal } from "../../../sample/network.ts";
import { type Entries, nothingEntered } from "./registration.ts";
import { VerifyAddress } from "./VerifyAddress.tsx";

const entries: Entries = {
  ...nothingEntered,
  companyName: " Harbour Travel ",
  email: " ingrid@harbour.example ",
  firstName: "Ingrid",
  lastName: "Dahl",
  country: "NO",
  password: "Fjord-Ferry-9",
};
const field = page.getByLabelText("Verification code");
const verify = page.getByRole("button", { name: "Verify and register" });
const resend = page.getByRole("button", { name: "Resend Code" });

let network: Network;
const onDone = vi.fn();
const onBack = vi.fn();
beforeEach(() => {
  vi.clearAllMocks();
  network = openNetwork({
    "/verify-email-code": () => ({}),
    "/register-company": () => ({}),
    "/send-email-verification": () => ({}),
  });
  mount(<VerifyAddress entries={entries} onDone={onDone} onBack={onBack} />);
});

test("the code is checked first, then the company is registered as entered, in the browser's zone, without stray spaces", async () => {
  const options = new Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue({
    ...options,
    timeZone: "Europe/Oslo",
  });
  onTestFinished(() => void vi.restoreAllMocks());
  await field.fill("123456");
  await verify.click();
  await expect.poll(() => onDone.mock.calls.length).toBe(1);
  expect(network.calls.map(({ path }) => path)).toEqual(["/verify-email-code", "/register-company"]);
  expect(network.sent("/verify-email-code")).toEqual([{ email: "ingrid@harbour.example", code: "123456" }]);
  const [{ data }] = network.sent("/register-company") as [{ data: object }];
  expect(data).toMatchObject({
    company_name: "Harbour Travel",
    contact_person: "Ingrid Dahl",
    company_email: "ingrid@harbour.example",
    company_phone: "N/A",
    time_zone: "Europe/Oslo",
  });
});

test("an empty code is refused on the page", async () => {
  await verify.click();
  await expect.element(page.getByText("Please enter the verification code")).toBeVisible();
  expect(network.calls).toEqual([]);
});

test("a wrong code is reported and may be typed again; another is not offered yet", async () => {
  network.on("/verify-email-code", () => refusal(400, "wrong_code", reasonOf("code_invalid")));
  await field.fill("000000");
  await verify.click();
  await expect.element(page.getByText("Invalid code. Try again.")).toBeVisible();
  await expect.element(resend).not.toBeInTheDocument();
  expect(network.sent("/register-company")).toEqual([]);
});

test.each(["code_expired", "expired_verification", "too_many_attempts"] as const)(
  "another code is offered after “%s”, and the field is empty for it",
  async (code) => {
    network.on("/verify-email-code", () => refusal(400, "invalid", reasonOf(code)));
    await field.fill("000000");
    await verify.click();
    await resend.click();
    await expect.element(page.getByText("A new code is on its way.")).toBeVisible();
    await expect.element(field).toHaveValue("");
    await expect.element(resend).not.toBeInTheDocument();
    expect(network.sent("/send-email-verification")).toEqual([
      { email: "ingrid@harbour.example", lang: "en" },
    ]);
  },
);

test("when only the registration failed, the code is not checked a second time", async () => {
  network.on("/register-company", broken);
  await field.fill("123456");
  await verify.click();
  await expect.element(page.getByText("The server cannot be reached.")).toBeVisible();
  network.on("/register-company", () => ({}));
  await verify.click();
  await expect.poll(() => onDone.mock.calls.length).toBe(1);
  expect(network.sent("/verify-email-code")).toHaveLength(1);
  expect(network.sent("/register-company")).toHaveLength(2);
});

test("the details can be changed", async () => {
  await page.getByRole("button", { name: "Change your details" }).click();
  expect(onBack).toHaveBeenCalledOnce();
});
