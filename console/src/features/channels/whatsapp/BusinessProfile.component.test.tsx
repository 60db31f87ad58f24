import type { ChannelRow } from "@parley/contract/channels";
import type { WhatsappNumber, WhatsappProfile } from "@parley/contract/whatsapp";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { Refused } from "../../../api/client.ts";
import { upload } from "../../../api/upload.ts";
import { mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { BusinessProfile } from "./BusinessProfile.tsx";

vi.mock("../../../api/upload.ts", () => ({ upload: vi.fn() }));
const sent = vi.mocked(upload);

const channelid = "b0000000-0000-4000-8000-000000000001";
const account = { channelid } as ChannelRow;
const number = { id: "1060", channelid, verified_name: "Harbour Travel" } as WhatsappNumber;
const profile: WhatsappProfile = {
  about: "Help 9–18",
  email: "desk@harbour.example",
  description: "Ferries and coaches",
  website: "https://harbour.example/",
  address: "Pier 4",
  profile_picture_url: null,
};
const field = (name: string) => page.getByLabelText(name, { exact: true });
const labels = {
  about: "About",
  email: "Email",
  description: "Description",
  website: "Website",
  address: "Address",
};

beforeEach(() => {
  sent.mockReset();
  openNetwork({
    "/whatsapp-phone-numbers": () => [number],
    "/1060/get-business-profile": () => profile,
  });
});

test("each field is shown, and sent trimmed with the chosen picture", async () => {
  sent.mockResolvedValue({});
  mount(<BusinessProfile account={account} />);
  for (const [name, label] of Object.entries(labels))
    await expect.element(field(label)).toHaveValue(profile[name as keyof typeof labels]);
  const picture = new File([new Uint8Array([0x89, 0x50])], "logo.png", { type: "image/png" });
  await page.getByLabelText("Profile picture").upload(picture);
  await expect.element(page.getByText("logo.png")).toBeVisible();
  await field("About").fill(" Help 8–20 ");
  const preview = page.getByRole("complementary", { name: "As clients see it" });
  await expect.element(preview).toMatchTextContent("Help 8–20");
  await expect.element(preview).toMatchTextContent("Ferries and coaches");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByText("Saved.")).toBeVisible();
  const { profile_picture_url: _, ...fields } = profile;
  expect(sent).toHaveBeenCalledExactlyOnceWith("editWhatsappProfile", {
    fields: { profileId: "1060", ...fields, about: "Help 8–20" },
    file: expect.objectContaining({ name: "logo.png" }),
    as: "profilePicture",
  });
  await expect.element(page.getByText("logo.png")).not.toBeInTheDocument();
});

test("an emptied text that the provider cannot clear is shown again, with the reason", async () => {
  sent.mockResolvedValue({});
  mount(<BusinessProfile account={account} />);
  await field("About").fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByText(/WhatsApp cannot clear “About”/)).toBeVisible();
  await expect.element(field("About")).toHaveValue("Help 9–18");
});

test("a refusal is shown in the provider's words, and the entries stay", async () => {
  const reason = { code: "provider", facts: { provider: "WhatsApp", says: "About is too long." } } as const;
  sent.mockRejectedValue(new Refused(400, { code: "provider_refused", message: "Refused.", reason }));
  mount(<BusinessProfile account={account} />);
  await field("About").fill("Help 8–20");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("WhatsApp says: About is too long.");
  await expect.element(field("About")).toHaveValue("Help 8–20");
});
