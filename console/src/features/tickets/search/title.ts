import type { Hit } from "@parley/contract/search";

/** The subject of a result: its mail's subject, or its client. */
export function titleOf({ kind, ticket, client, place, text }: Hit): string {
  if (kind === "tickets" && place === "subject") return text;
  return ticket?.subject ?? ticket?.client_name ?? client?.client_name ?? "";
}
