import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { EmailTab } from "./EmailTab.tsx";

const draw = (search: string) => {
  openNetwork({ "/mail-sign-ins": () => [{ provider: "google", name: "Google", missing: [] }] });
  mount(<EmailTab />, { path: `/admin-panel/settings?${search}#emailIntegration` });
};

test("a consent that was denied names its provider", async () => {
  draw("failed=mail_consent_refused&at=google");
  await expect.element(page.getByText(/The consent was not given at Google\./)).toBeVisible();
});

test("a mailbox connected at its provider says that a stored password is no longer used", async () => {
  draw("connected=1");
  await expect.element(page.getByText(/a password that was stored for it is no longer used/)).toBeVisible();
});
