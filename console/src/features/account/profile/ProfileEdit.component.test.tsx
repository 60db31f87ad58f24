import { limits } from "@parley/contract/limits";
import { reasonOf } from "@parley/contract/reasons";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { profileQuery } from "../../../api/queries.ts";
import { agents, profileOf } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork, refusal } from "../../../sample/network.ts";
import { ProfileEdit } from "./ProfileEdit.tsx";

const path = "/auth/update-profile";
const first = page.getByLabelText("First name");
const email = page.getByLabelText("Email");
const password = page.getByLabelText("Your password, to change the address", { exact: true });
const save = page.getByRole("button", { name: "Save" });
const fault = (text: string) => page.getByRole("alert").filter({ hasText: text });
const saved = page.getByText("Profile saved");

let network: Network;
const onLeave = vi.fn();
beforeEach(() => {
  vi.clearAllMocks();
  network = openNetwork({ [path]: () => profileOf(agents.mira, { firstName: "Mirabel" }) });
});

test("another name is saved without a password, and shown on the whole page", async () => {
  const { cache } = mount(<ProfileEdit onLeave={onLeave} />);
  await expect.element(first).toHaveFocus();
  await first.fill("Mirabel");
  await expect.element(password).not.toBeInTheDocument();
  await save.click();
  await expect.element(saved).toBeVisible();
  const sent = { first_name: "Mirabel", last_name: "Halvorsen", email: "mira@harbour.example", password: "" };
  expect(network.sent(path)).toEqual([sent]);
  expect(cache.getQueryData(profileQuery.queryKey)).toMatchObject({ firstName: "Mirabel" });
  await vi.waitFor(() => expect(onLeave).toHaveBeenCalledOnce());
});

test("a name of spaces is missing", async () => {
  mount(<ProfileEdit onLeave={onLeave} />);
  await first.fill("  ");
  await save.click();
  await expect.element(fault("Please fill in all fields")).toBeVisible();
  expect(network.calls).toEqual([]);
});

test("another address needs the password, and is not called saved until its code is entered", async () => {
  network.on(path, () => profileOf(agents.mira, { pendingEmail: "mira.new@harbour.example" }));
  mount(<ProfileEdit onLeave={onLeave} />);
  // Letters in another case are the same address.
  await email.fill("MIRA@harbour.example");
  await expect.element(password).not.toBeInTheDocument();
  await email.fill("mira.new@harbour.example");
  await save.click();
  await expect.element(fault("Please fill in all fields")).toBeVisible();
  await password.fill("Parley-demo-1");
  await save.click();
  await vi.waitFor(() => expect(onLeave).toHaveBeenCalledOnce());
  expect(network.sent(path)).toMatchObject([
    { email: "mira.new@harbour.example", password: "Parley-demo-1" },
  ]);
  await expect.element(saved).not.toBeInTheDocument();
});

test("a password typed for a new address is not sent with the old address", async () => {
  mount(<ProfileEdit onLeave={onLeave} />);
  await email.fill("mira.new@harbour.example");
  await password.fill("Parley-demo-1");
  await email.fill("mira@harbour.example");
  await save.click();
  await expect.element(saved).toBeVisible();
  expect(network.sent(path)).toMatchObject([{ password: "" }]);
});

test("a refusal says why and keeps the entries", async () => {
  network.on(path, () => refusal(409, "conflict", reasonOf("email_taken")));
  mount(<ProfileEdit onLeave={onLeave} />);
  await first.fill("Mirabel");
  await save.click();
  await expect.element(fault("This e-mail address has an account already.")).toBeVisible();
  await expect.element(first).toHaveValue("Mirabel");
  expect(onLeave).not.toHaveBeenCalled();
});

test("a photo that is too large is not sent", async () => {
  mount(<ProfileEdit onLeave={onLeave} />);
  await expect.element(page.getByRole("button", { name: "Change photo" })).toBeVisible();
  const file = new File([new Uint8Array(limits.pictureBytes + 1)], "me.png", { type: "image/png" });
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  const carried = new DataTransfer();
  carried.items.add(file);
  if (input) input.files = carried.files;
  input?.dispatchEvent(new Event("change", { bubbles: true }));
  await expect.element(fault("Filesize too large!")).toBeVisible();
  expect(network.calls).toEqual([]);
});
