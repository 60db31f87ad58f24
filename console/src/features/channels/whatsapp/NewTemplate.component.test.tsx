import { reasonOf } from "@parley/contract/reasons";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { mount } from "../../../sample/mount.tsx";
import { openNetwork, refusal } from "../../../sample/network.ts";
import { UnsavedGuard } from "../../unsaved/UnsavedGuard.tsx";
import { NewTemplate } from "./NewTemplate.tsx";

const channelid = "b0000000-0000-4000-8000-000000000001";
const question = page.getByRole("dialog", { name: "Leave without saving?" });
const cancel = page.getByRole("button", { name: "Cancel" });

test("a template with a header alone is not saved, and cancelling it asks first", async () => {
  openNetwork();
  const onClose = vi.fn();
  const guarded = (
    <>
      <NewTemplate channelid={channelid} onClose={onClose} />
      <UnsavedGuard />
    </>
  );
  mount(guarded, { routed: true });
  await expect.element(page.getByText("Not saved")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByLabelText("Header").fill("Your booking");
  await expect.element(page.getByText("Not saved")).toBeVisible();
  await cancel.click();
  await expect.element(question).toBeVisible();
  await page.getByRole("button", { name: "Keep editing" }).click();
  expect(onClose).not.toHaveBeenCalled();
  await page.getByLabelText("Header").fill("");
  await expect.element(page.getByText("Not saved")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Link", exact: true }).click();
  await cancel.click();
  await page.getByRole("button", { name: "Discard changes" }).click();
  expect(onClose).toHaveBeenCalledOnce();
});

test("a title of more than 200 characters is sent whole, and its refusal says the limit", async () => {
  const path = "/submit-whatsapp-template";
  const network = openNetwork({
    [path]: () => refusal(400, "invalid", reasonOf("field_too_long", { field: "template_title", max: 200 })),
  });
  mount(<NewTemplate channelid={channelid} onClose={vi.fn()} />);
  const title = page.getByLabelText("Title");
  await title.fill("a".repeat(201));
  await page.getByLabelText("Text", { exact: true }).fill("We are open again.");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect.element(page.getByText(/at most 200 characters/)).toBeVisible();
  await expect.element(title).toHaveAttribute("aria-invalid", "true");
  expect(network.sent(path)).toMatchObject([{ template_title: "a".repeat(201) }]);
});
