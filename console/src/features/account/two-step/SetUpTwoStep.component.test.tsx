import { reasonOf } from "@parley/contract/reasons";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork, refusal } from "../../../sample/network.ts";
import { SetUpTwoStep } from "./SetUpTwoStep.tsx";

const secret = "JBSWY3DPEHPK3PXPJBSWY3DP";
const uri = `otpauth://totp/Parley:mira@harbour.example?secret=${secret}&issuer=Parley`;
const recoveryCodes = Array.from({ length: 10 }, (_, index) => `code-${index}000`);
const field = page.getByLabelText("Code from the app");
const turnOn = page.getByRole("button", { name: "Turn on" });

let network: Network;
const onDone = vi.fn();
const onCancel = vi.fn();
beforeEach(() => {
  vi.clearAllMocks();
  network = openNetwork({
    "/auth/start-two-step": () => ({ secret, uri }),
    "/auth/confirm-two-step": () => ({ recoveryCodes }),
  });
});

test("the secret is a picture to scan, and a key in fours to type", async () => {
  mount(<SetUpTwoStep onDone={onDone} />);
  await expect.element(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  await expect.element(page.getByText("JBSW Y3DP EHPK 3PXP JBSW Y3DP")).toBeVisible();
  await expect.element(field).toHaveFocus();
  await expect.element(turnOn).toBeDisabled();
  await expect.element(page.getByRole("button", { name: "Cancel" })).not.toBeInTheDocument();
});

test("the first code turns the second step on; ten recovery codes are shown, with the focus on their heading", async () => {
  mount(<SetUpTwoStep onDone={onDone} onCancel={onCancel} />);
  await field.fill("123456");
  await userEvent.keyboard("{Enter}");
  const heading = page.getByRole("heading", { name: "Your recovery codes" });
  await expect.element(heading).toHaveFocus();
  await expect.element(page.getByRole("listitem")).toHaveLength(10);
  await expect.element(page.getByText("code-3000")).toBeVisible();
  expect(network.sent("/auth/confirm-two-step")).toEqual([{ code: "123456" }]);
  expect(onDone).not.toHaveBeenCalled();
  await page.getByRole("button", { name: "I have kept them" }).click();
  expect(onDone).toHaveBeenCalledOnce();
});

test("a wrong code says so and empties the field; the scanned secret stays", async () => {
  network.on("/auth/confirm-two-step", () => refusal(400, "invalid", reasonOf("code_invalid")));
  mount(<SetUpTwoStep onDone={onDone} />);
  await field.fill("000000");
  await turnOn.click();
  await expect.element(page.getByText("Invalid code. Try again.")).toBeVisible();
  await expect.element(field).toHaveValue("");
  expect(network.sent("/auth/start-two-step")).toHaveLength(1);
});

test("a code that is being checked is not sent again", async () => {
  const answer = Promise.withResolvers<void>();
  network.on("/auth/confirm-two-step", async () => {
    await answer.promise;
    return { recoveryCodes };
  });
  mount(<SetUpTwoStep onDone={onDone} />);
  await field.fill("123456");
  const form = document.querySelector("form");
  form?.requestSubmit();
  form?.requestSubmit();
  await expect.element(turnOn).toBeDisabled();
  answer.resolve();
  await expect.element(page.getByRole("heading", { name: "Your recovery codes" })).toBeVisible();
  expect(network.sent("/auth/confirm-two-step")).toHaveLength(1);
});

test("a set-up whose secret failed to load offers a retry, and sends no code", async () => {
  network.on("/auth/start-two-step", broken);
  mount(<SetUpTwoStep onDone={onDone} onCancel={onCancel} />);
  await expect.element(page.getByText("The server cannot be reached.")).toBeVisible();
  await field.fill("123456");
  await expect.element(turnOn).toBeDisabled();
  network.on("/auth/start-two-step", () => ({ secret, uri }));
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(turnOn).toBeEnabled();
  await page.getByRole("button", { name: "Cancel" }).click();
  expect(onCancel).toHaveBeenCalledOnce();
});

test("recovery codes are copied, a line each; a browser that forbids it is reported", async () => {
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValueOnce();
  mount(<SetUpTwoStep onDone={onDone} />);
  await field.fill("123456");
  await turnOn.click();
  const copy = page.getByRole("button", { name: "Copy" });
  await copy.click();
  await expect.element(page.getByText("Copied")).toBeVisible();
  expect(write).toHaveBeenCalledWith(recoveryCodes.join("\n"));
  write.mockRejectedValueOnce(new Error("Not allowed"));
  await copy.click();
  await expect.element(page.getByText("The browser did not allow copying.")).toBeVisible();
});
