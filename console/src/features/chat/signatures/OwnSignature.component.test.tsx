import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { mount } from "../../../sample/mount.tsx";
import { broken, openNetwork } from "../../../sample/network.ts";
import { OwnSignature } from "./OwnSignature.tsx";

const field = page.getByRole("textbox", { name: "Signature" });
const save = page.getByRole("button", { name: "Save" });

test("a signature is written with layout and variables, saved once, and shown as saved", async () => {
  const network = openNetwork({
    "/signature": () => ({ own: "<p>Mira</p>", department: "", shown: "<p>Mira</p>" }),
    "/save-signature": ({ body }) => body,
  });
  mount(<OwnSignature />);
  await expect.element(field).toHaveTextContent("Mira");
  await expect.element(save).toBeDisabled();
  await field.click();
  await userEvent.keyboard("{End}, ");
  await page.getByRole("button", { name: "Company" }).click();
  await save.click();
  await vi.waitFor(() =>
    expect(network.sent("/save-signature")).toEqual([{ html: "<p>Mira, {{company.name}}</p>" }]),
  );
  await expect.element(page.getByText("Signature saved")).toBeVisible();
});

test("a signature that fails to load offers a retry, and an unsaved one stays in its field", async () => {
  const network = openNetwork({ "/signature": broken, "/save-signature": broken });
  mount(<OwnSignature />);
  await expect.element(page.getByText("The signature could not be loaded.")).toBeVisible();
  network.on("/signature", () => ({ own: "", department: "", shown: "" }));
  await page.getByRole("button", { name: "Retry" }).click();
  await field.click();
  await userEvent.keyboard("Mira");
  await save.click();
  await expect.element(page.getByText(/The signature was not saved/)).toBeVisible();
  await expect.element(field).toHaveTextContent("Mira");
});
