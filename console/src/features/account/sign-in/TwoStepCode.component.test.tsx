import { reasonOf } from "@parley/contract/reasons";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { keys } from "../../../api/queries.ts";
import { agents } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork, refusal } from "../../../sample/network.ts";
import { TwoStepCode } from "./TwoStepCode.tsx";

const code = page.getByLabelText("Code", { exact: true });
const recoveryCode = page.getByLabelText("Recovery code");
const next = page.getByRole("button", { name: "Continue" });

let network: Network;
const onEnded = vi.fn();
beforeEach(() => {
  onEnded.mockClear();
  network = openNetwork({ "/auth/second-step": () => ({ user: { id: agents.mira.id } }) });
});

test("the code has the focus, and without one nothing can be sent", async () => {
  mount(<TwoStepCode onEnded={onEnded} />);
  await expect.element(code).toHaveFocus();
  await expect.element(next).toBeDisabled();
  await userEvent.keyboard("   {Enter}");
  expect(network.calls).toEqual([]);
});

test("a right code signs in, and nothing cached before is kept", async () => {
  const cache = createCache();
  cache.setQueryData(keys.openTickets, ["of another agent"]);
  mount(<TwoStepCode onEnded={onEnded} />, { cache });
  await code.fill("123456");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => cache.getQueryData(keys.openTickets)).toBeUndefined();
  expect(network.sent("/auth/second-step")).toEqual([{ code: "123456" }]);
});

test("a wrong code is reported, and the empty field has the focus again", async () => {
  network.on("/auth/second-step", () => refusal(400, "wrong_code", reasonOf("code_invalid")));
  mount(<TwoStepCode onEnded={onEnded} />);
  await code.fill("000000");
  await next.click();
  await expect.element(page.getByText("Invalid code. Try again.")).toBeVisible();
  await expect.element(code).toHaveValue("");
  await expect.element(code).toHaveFocus();
  expect(onEnded).not.toHaveBeenCalled();
});

test("a recovery code has its own field, without the error of the previous code", async () => {
  network.on("/auth/second-step", () => refusal(400, "wrong_code", reasonOf("code_invalid")));
  mount(<TwoStepCode onEnded={onEnded} />);
  await code.fill("000000");
  await next.click();
  await expect.element(page.getByText("Invalid code. Try again.")).toBeVisible();
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await expect.element(page.getByText("Invalid code. Try again.")).not.toBeInTheDocument();
  await expect.element(page.getByText("Enter one of your recovery codes.")).toBeVisible();
  await expect.element(recoveryCode).toHaveFocus();
  await page.getByRole("button", { name: "Use the app" }).click();
  await expect.element(code).toHaveFocus();
});

test("when the challenge is over the password is asked for again, with the reason", async () => {
  const over = refusal(400, "challenge_over", reasonOf("too_many_attempts"));
  network.on("/auth/second-step", () => over);
  mount(<TwoStepCode onEnded={onEnded} />);
  await code.fill("000000");
  await next.click();
  await expect.poll(() => onEnded.mock.calls).toEqual([["Too many failed attempts"]]);
});

test("the agent can go back to the password", async () => {
  mount(<TwoStepCode onEnded={onEnded} />);
  await page.getByRole("button", { name: "Back to the password" }).click();
  expect(onEnded.mock.calls).toEqual([[null]]);
});

test("the code page says so without a connection, and the code can be tried again", async () => {
  network.on("/auth/second-step", broken);
  mount(<TwoStepCode onEnded={onEnded} />);
  await code.fill("123456");
  await next.click();
  await expect.element(page.getByText("The server cannot be reached.")).toBeVisible();
  await code.fill("123456");
  await expect.element(next).toBeEnabled();
});
