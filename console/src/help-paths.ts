/** The guide's page about a screen. */
import type { PageId } from "../guide/contents.ts";
import { adminPaths, paths } from "./paths.ts";

const ofSettings: Record<string, PageId> = {
  "#channels": "accounts",
  "#emailIntegration": "accounts",
  "#rules": "rules",
  "#goals": "goals",
  "#automaticMessages": "automatic",
  "#openingHours": "hours",
  "#bubbles": "conversation",
  "#integrations": "integrations",
};

const ofPaths: [RegExp | string, PageId][] = [
  [/^\/profile\/[^/]+\/bubbles/, "conversation"],
  [/^\/profile\/[^/]+\/notifications/, "colleagues"],
  [/^\/profile\//, "first-steps"],
  [adminPaths.clients, "clients"],
  ["/admin-panel/client-profile/", "clients"],
  [adminPaths.organisations, "organisations"],
  [adminPaths.tickets, "figures"],
  [paths.adminPanel, "agents"],
];

export function helpFor({ pathname, search, hash }: Pick<Location, "pathname" | "search" | "hash">): PageId {
  if (pathname.startsWith(adminPaths.settings)) return ofSettings[hash] ?? "company";
  const found = ofPaths.find(([path]) =>
    typeof path === "string" ? pathname.startsWith(path) : path.test(pathname),
  );
  if (found) return found[1];
  const query = new URLSearchParams(search);
  if (query.has("colleague")) return "colleagues";
  return query.has("ticket") ? "conversation" : "tickets";
}

export const helpPath = (page: PageId) => `${paths.help}/${page}`;
