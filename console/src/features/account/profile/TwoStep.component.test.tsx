import { reasonOf } from "@parley/contract/reasons";
import type { TwoStepState } from "@parley/contract/two-step";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { type Agent, agents, at } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { broken, openNetwork, refusal } from "../../../sample/network.ts";
import { TwoStep } from "./TwoStep.tsx";

const off: TwoStepState = { since: null, recoveryCodesLeft: 0, required: false };
const on: TwoStepState = { since: at(0), recoveryCodesLeft: 10, required: false };
const everyone = page.getByRole("switch", { name: "Required for everyone at Harbour Travel" });

function mountWith(state: TwoStepState, viewer: Agent = agents.mira) {
  const network = openNetwork({ "/auth/two-step": () => state });
  mount(<TwoStep />, { viewer });
  return network;
}

test("two-step sign-in is offered when off; an agent does not decide for everyone", async () => {
  mountWith(off);
  await expect.element(page.getByText("It is off.")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Set up" })).toBeVisible();
  await expect.element(everyone).not.toBeInTheDocument();
});

test.each([
  [10, "10 recovery codes left"],
  [1, "1 recovery code left"],
])("two-step sign-in that is on says how many codes are left: %i", async (recoveryCodesLeft, words) => {
  mountWith({ ...on, recoveryCodesLeft, required: true });
  await expect.element(page.getByText(words)).toBeVisible();
  await expect.element(page.getByText("Your company asks everyone for it.")).toBeVisible();
});

test("an administrator can require the second step of everyone once they have it themselves", async () => {
  mountWith(off, agents.ingrid);
  await expect.element(everyone).toBeDisabled();
  await expect.element(page.getByText("Set up your own second step first.")).toBeVisible();
});

test("the switch shows the server's state, and goes back when the change is refused", async () => {
  const network = mountWith(on, agents.ingrid);
  network.on("/admin/require-two-step", () => refusal(403, "forbidden", reasonOf("password_wrong")));
  await everyone.click();
  await expect.element(page.getByRole("alert")).toBeVisible();
  await expect.element(everyone).toHaveAttribute("aria-checked", "false");
  network.on("/admin/require-two-step", () => ({ ...on, required: true }));
  await everyone.click();
  await expect.element(everyone).toHaveAttribute("aria-checked", "true");
  expect(network.sent("/admin/require-two-step")).toEqual([{ required: true }, { required: true }]);
});

test("a state that failed to load is not called off", async () => {
  const network = openNetwork({ "/auth/two-step": broken });
  mount(<TwoStep />);
  await expect
    .element(page.getByText("The state of your two-step sign-in could not be loaded."))
    .toBeVisible();
  await expect.element(page.getByText("It is off.")).not.toBeInTheDocument();
  network.on("/auth/two-step", () => on);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(page.getByText(/^On since/)).toBeVisible();
});
