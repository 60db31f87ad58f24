/** A number's business profile (Cloud API, business profiles; Graph API, resumable upload). */
import type { editWhatsappProfile, WhatsappProfile } from "@parley/contract/whatsapp";
import { z } from "zod";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Context } from "../../floor/context.ts";
import { checkRights } from "../../floor/database/scope.ts";
import { Refusal } from "../../floor/errors/errors.ts";
import { type Account, accessNumber, askOrThrow } from "./accounts.ts";
import { fetchPicture } from "./profile-picture.ts";
import { uploadPicture } from "./upload.ts";

const text = z.string().default("");
const profiles = z.object({
  data: z.array(
    z.object({
      about: text,
      address: text,
      description: text,
      email: text,
      websites: z.array(z.string()).default([]),
      profile_picture_url: z.string().optional(),
    }),
  ),
});

const pathOf = ({ credentials }: Account) => `${credentials.phoneNumberId}/whatsapp_business_profile`;

async function fetchProfile(context: Context, account: Account) {
  const { data } = await askOrThrow(context, account.credentials.accessToken, pathOf(account), {
    query: { fields: "about,address,description,email,profile_picture_url,websites" },
    result: profiles,
  });
  return data[0];
}

export async function getProfile(
  context: Context,
  caller: Caller,
  phoneNumberId: string,
): Promise<WhatsappProfile> {
  const account = await accessNumber(context, caller, phoneNumberId);
  const profile = await fetchProfile(context, account);
  const url = profile?.profile_picture_url;
  return {
    about: profile?.about ?? "",
    email: profile?.email ?? "",
    description: profile?.description ?? "",
    website: profile?.websites[0] ?? "",
    address: profile?.address ?? "",
    profile_picture_url: url ? await fetchPicture(context, account, url) : null,
  };
}

type Edit = Omit<z.output<typeof editWhatsappProfile>, "profileId">;

export type Picture = { content: Buffer; name: string };

export async function editProfile(
  context: Context,
  caller: Caller,
  phoneNumberId: string,
  { about, email, description, website, address }: Edit,
  picture: Picture | null,
): Promise<void> {
  const account = await accessNumber(context, caller, phoneNumberId);
  const handle = picture && (await uploadPicture(context, account, picture));
  // A profile has up to two websites; the other stays.
  const others = (await fetchProfile(context, account))?.websites.slice(1) ?? [];
  await checkRights(context, caller);
  const { success } = await askOrThrow(context, account.credentials.accessToken, pathOf(account), {
    method: "POST",
    json: {
      messaging_product: "whatsapp",
      // The provider refuses an empty `about`.
      ...(about && { about }),
      ...{ email, description, address },
      websites: [...(website ? [website] : []), ...others],
      ...(handle && { profile_picture_handle: handle }),
    },
    result: z.object({ success: z.boolean() }),
  });
  if (!success) throw new Refusal(400, "provider_refused", "setup_failed");
}
