import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { ConnectEmail } from "./ConnectEmail.tsx";

const draw = (search = "") => {
  openNetwork({ "/mail-sign-ins": () => [{ provider: "google", name: "Google", missing: [] }] });
  mount(<ConnectEmail onConnected={() => undefined} />, {
    path: `/admin-panel/settings?${search}#emailIntegration`,
  });
};

test("a consent that was denied names its provider", async () => {
  draw("failed=mail_consent_refused&at=google");
  await expect.element(page.getByText(/The consent was not given at Google\./)).toBeVisible();
});

test("signing in at a provider says beforehand that a stored password is no longer used", async () => {
  draw();
  await expect
    .element(page.getByText(/A password that was stored for this mailbox is no longer used/))
    .toBeVisible();
});
