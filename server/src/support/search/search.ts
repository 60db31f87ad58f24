import { limits } from "@parley/contract/limits";
import type { EverythingAnswer, everythingQuery, Hits } from "@parley/contract/search";
import { kindsOf, type SearchKind } from "@parley/contract/search-query";
import type { z } from "zod";
import type { Scope } from "../../floor/database/scope.ts";
import { type Asked, cursorOf, type Found, type Page, readAsked, readCursor } from "./asked.ts";
import { findClients } from "./clients.ts";
import { findItems } from "./find-items.ts";
import { showHits } from "./hits.ts";
import { fileItems, messageItems, noteItems } from "./items.ts";
import { findTickets } from "./tickets.ts";

/** Everything that the caller may see and that has the words: the first few of each kind, or a page of one kind. */
export async function searchEverything(
  scope: Scope,
  { q, kind, cursor }: z.output<typeof everythingQuery>,
): Promise<EverythingAnswer> {
  const asked = await readAsked(scope, q);
  const able = kindsOf(asked);
  const kinds = kind ? able.filter((one) => one === kind) : able;
  const most = kind ? limits.searchPage : limits.searchFew;
  const groups: Hits[] = [];
  for (const one of kinds) groups.push(await searchKind(scope, one, asked, most, cursor));
  return { groups };
}

async function searchKind(
  scope: Scope,
  kind: SearchKind,
  asked: Asked,
  most: number,
  cursor: string | undefined,
): Promise<Hits> {
  const page: Page = { behind: readCursor(cursor), size: most + 1 };
  const { found, bounded } = await find(scope, kind, asked, page);
  const shown = found.slice(0, most);
  const last = shown.at(-1);
  return {
    kind,
    hits: await showHits(scope, kind, asked, shown),
    cursor: found.length > most && last ? cursorOf(last) : null,
    bounded,
  };
}

async function find(
  scope: Scope,
  kind: SearchKind,
  asked: Asked,
  page: Page,
): Promise<{ found: Found[]; bounded: boolean }> {
  switch (kind) {
    case "tickets":
      return findTickets(scope, asked, page);
    case "clients":
      return { found: await findClients(scope, asked, page), bounded: false };
    case "messages":
      return findItems(scope, asked, messageItems(scope, asked), page);
    case "notes":
      return findItems(scope, asked, noteItems(scope, asked), page);
    case "files":
      return findItems(scope, asked, fileItems(scope, asked), page);
  }
}
