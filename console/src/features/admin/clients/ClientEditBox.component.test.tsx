import type { ClientProfile } from "@parley/contract/client-profiles";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { agents } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { UnsavedGuard } from "../../unsaved/UnsavedGuard.tsx";
import { ClientEditBox } from "./ClientEditBox.tsx";

const client = {
  clientid: "c0000000-0000-4000-8000-000000000001",
  client_name: "Dimitar Petrov",
  account_number: "4711",
  address: null,
  note: null,
} as ClientProfile["client"];

test("a changed client is left only after a question", async () => {
  openNetwork();
  const onClose = vi.fn();
  const guarded = (
    <>
      <ClientEditBox client={client} onClose={onClose} />
      <UnsavedGuard />
    </>
  );
  mount(guarded, { viewer: agents.ingrid, routed: true });
  const note = page.getByLabelText("Note");
  const cancel = page.getByRole("button", { name: "Cancel" });
  await note.fill("Prefers mornings");
  await expect.element(page.getByText("Not saved")).toBeVisible();
  await cancel.click();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(note).toHaveValue("Prefers mornings");
  expect(onClose).not.toHaveBeenCalled();
  await note.fill("");
  await cancel.click();
  expect(onClose).toHaveBeenCalledOnce();
});
