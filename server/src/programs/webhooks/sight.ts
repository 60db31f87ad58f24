/** A webhook reads the ledger as a program of the company does, with the types and departments chosen for it. */
import { abilityOfEvent, readsTickets } from "@parley/contract/program-events";
import type { ApiKeyActor } from "../../floor/actors/actor.ts";
import type { Scope } from "../../floor/database/scope.ts";
import type { Sight } from "../events/scan.ts";
import type { WebhookRow } from "./rows.ts";
import { typesOf } from "./types.ts";

type Named = Pick<WebhookRow, "id" | "name" | "types" | "departments">;

export const sightOf = (webhook: Pick<Named, "types" | "departments">): Sight => ({
  types: typesOf(webhook),
  departments: webhook.departments ?? "all",
});

/** The sight of webhooks that see alike, with what rules send to them. */
export const sightWithRules = (webhook: Pick<Named, "types" | "departments">, ids: string[]): Sight => ({
  ...sightOf(webhook),
  webhooks: readsTickets(typesOf(webhook)) ? ids : [],
});

/** The same unit of work, in which the webhook reads. */
export const readingAs = (scope: Scope, webhook: Named): Scope<ApiKeyActor> => ({
  ...scope,
  actor: {
    kind: "api_key",
    companyId: scope.companyId,
    id: webhook.id,
    name: webhook.name,
    abilities: new Set(typesOf(webhook).map(abilityOfEvent)),
    departments: webhook.departments ?? "all",
  },
});
