import { fileUrl } from "../files.ts";
import type { Network } from "../network.ts";
import type { ViberChat } from "./accounts.ts";

const COUNTRIES: [dial: string, country: string][] = [
  ["+359", "BG"],
  ["+380", "UA"],
  ["+90", "TR"],
  ["+81", "JP"],
  ["+34", "ES"],
  ["+31", "NL"],
  ["+27", "ZA"],
  ["+7", "RU"],
];

/** Messages need no newer version than this. */
export const API_VERSION = 8;

export function viewUser(_network: Network, { userId, person, account }: ViberChat) {
  const { user, phone, pictures } = person;
  return {
    id: userId,
    name: [user.first_name, user.last_name].filter(Boolean).join(" "),
    avatar: pictures[0] ? `${account.origin}${fileUrl(pictures[0])}` : "",
    language: user.language_code ?? "en",
    country: COUNTRIES.find(([dial]) => phone?.startsWith(dial))?.[1] ?? "GB",
    api_version: API_VERSION,
  };
}
