// Business profiles, and the resumable upload of their pictures.
import { randomBytes } from "node:crypto";
import type { Network } from "../network.ts";
import { officeOf, type Profile } from "./office.ts";
import { badParameter, GraphRefusal, unknownObject } from "./refusal.ts";
import { newId, type PhoneNumber } from "./state.ts";

type Body = Record<string, unknown>;

const LIMITS = { about: 139, address: 256, description: 512, email: 128 } as const;

export function getProfile(network: Network, number: PhoneNumber, origin: string): object {
  const { picture, ...profile } = officeOf(network).profiles.get(number.id) ?? {};
  return {
    data: [
      {
        messaging_product: "whatsapp",
        ...profile,
        ...(picture && { profile_picture_url: `${origin}/whatsapp/pictures/${number.id}` }),
      },
    ],
  };
}

export function changeProfile(network: Network, number: PhoneNumber, body: Body): object {
  const office = officeOf(network);
  const { messaging_product, profile_picture_handle, websites, ...texts } = body;
  if (messaging_product !== "whatsapp") throw badParameter("messaging_product");
  const profile: Profile = { ...office.profiles.get(number.id) };
  for (const [name, most] of Object.entries(LIMITS)) {
    const text = texts[name];
    if (text === undefined) continue;
    if (typeof text !== "string" || text.length > most || (name === "about" && text === ""))
      throw badParameter(`${name} has at most ${most} characters`);
    profile[name as keyof typeof LIMITS] = text;
  }
  if (websites !== undefined) {
    const all = websites as string[];
    if (!Array.isArray(all) || all.length > 2 || all.some((one) => !/^https?:\/\//.test(one)))
      throw badParameter("websites are two addresses at most");
    profile.websites = all;
  }
  if (profile_picture_handle !== undefined) {
    const picture = office.uploads.get(String(profile_picture_handle));
    if (!picture) throw badParameter("profile_picture_handle");
    profile.picture = picture;
  }
  office.profiles.set(number.id, profile);
  return { success: true };
}

export function openUpload(network: Network, { file_length, file_type }: Record<string, string>): object {
  if (!["image/jpeg", "image/jpg", "image/png"].includes(file_type ?? "")) throw badParameter("file_type");
  const key = newId();
  officeOf(network).sessions.set(key, Number(file_length));
  return { id: `upload:${key}?sig=${randomBytes(8).toString("hex")}` };
}

/** `Authorization: OAuth …`, not Bearer. */
export function acceptUpload(network: Network, key: string, authorization: string, bytes: Buffer): object {
  const office = officeOf(network);
  if (!authorization.startsWith("OAuth ")) throw new GraphRefusal(190, "OAuth is required");
  const length = office.sessions.get(key);
  if (length === undefined) throw unknownObject(`upload:${key}`);
  if (length !== bytes.length) throw badParameter("file_length");
  const handle = `4::${randomBytes(12).toString("base64url")}`;
  office.uploads.set(handle, bytes);
  return { h: handle };
}
