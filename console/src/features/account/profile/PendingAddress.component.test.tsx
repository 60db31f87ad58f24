import { reasonOf } from "@parley/contract/reasons";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { profileQuery } from "../../../api/queries.ts";
import { agents, profileOf } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork, refusal } from "../../../sample/network.ts";
import { PendingAddress } from "./PendingAddress.tsx";

const next = "mira.new@harbour.example";
const code = page.getByLabelText("Code from the mail");
const alert = page.getByRole("alert");
const button = (name: string) => page.getByRole("button", { name, exact: true });

let network: Network;
beforeEach(() => {
  network = openNetwork({
    "/auth/confirm-address-change": () => profileOf(agents.mira, { email: next }),
    "/auth/send-address-change-code": () => ({}),
    "/auth/cancel-address-change": () => profileOf(agents.mira),
  });
});

function mountWaiting() {
  const mounted = mount(<PendingAddress email={next} />);
  mounted.cache.setQueryData(profileQuery.queryKey, profileOf(agents.mira, { pendingEmail: next }));
  return mounted;
}

test("a right code makes the new address the agent's own, at once on the whole page", async () => {
  const { cache } = mountWaiting();
  await expect
    .element(page.getByText(`Enter the code we sent to ${next} to make it your address.`))
    .toBeVisible();
  await code.fill("123456");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(`Your email address is now ${next}`)).toBeVisible();
  expect(network.sent("/auth/confirm-address-change")).toEqual([{ code: "123456" }]);
  expect(cache.getQueryData(profileQuery.queryKey)).toMatchObject({ email: next, pendingEmail: null });
});

test("no code is sent while the field is empty, and a wrong one says so", async () => {
  network.on("/auth/confirm-address-change", () => refusal(400, "invalid", reasonOf("code_invalid")));
  mountWaiting();
  await button("Confirm").click();
  await expect.element(alert).toHaveTextContent("Please enter the code from the mail");
  expect(network.calls).toEqual([]);
  await code.fill("000000");
  await button("Confirm").click();
  await expect.element(alert).toHaveTextContent("Invalid code. Try again.");
});

test("another code is sent, which empties the field and removes the fault", async () => {
  mountWaiting();
  await button("Confirm").click();
  await expect.element(alert).toBeVisible();
  await code.fill("1234");
  await button("Send another code").click();
  await expect.element(page.getByText("A new code is on its way.")).toBeVisible();
  await expect.element(code).toHaveValue("");
  await expect.element(page.getByText("Please enter the code from the mail")).not.toBeInTheDocument();
});

test("the present address can be kept", async () => {
  const { cache } = mountWaiting();
  await button("Keep the present address").click();
  await expect.element(page.getByText("Your email address stays as it is")).toBeVisible();
  expect(cache.getQueryData(profileQuery.queryKey)).toMatchObject({
    email: "mira@harbour.example",
    pendingEmail: null,
  });
});
