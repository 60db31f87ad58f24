/** Makes a visitor: with their first message, or when a page vouches for them. */

import { placeholderName } from "@parley/contract/client-name";
import type { Language } from "@parley/contract/sessions";
import type { Scope } from "../../../floor/database/scope.ts";
import { languageOf } from "../../../support/ticket/client-language.ts";
import { makeClient } from "../../inbound/client.ts";
import type { Presented } from "./channel.ts";
import { insertSession } from "./session.ts";

export type Beginning = {
  externalId: string;
  name?: string | undefined;
  email?: string | undefined;
  /** A tag such as `de-AT`. */
  language?: string | undefined;
  shown?: Language | undefined;
};

export async function beginVisitor(scope: Scope, presented: Presented, given: Beginning): Promise<void> {
  const { externalId, name, language: tag, shown } = given;
  await makeClient(
    { scope, channel: presented.channel },
    {
      externalId,
      name: name || placeholderName(externalId),
      username: null,
      lang: tag ?? shown ?? null,
      country: countryOf(tag ?? ""),
    },
  );
  await insertVisitor(scope, presented, given);
  await insertSession(scope, presented, externalId);
}

export async function insertVisitor(
  scope: Scope,
  { channel }: Pick<Presented, "channel">,
  { externalId, email, language: tag, shown }: Beginning,
): Promise<void> {
  await scope.db
    .insertInto("visitor")
    .values({
      ...{ company_id: scope.companyId, channel_id: channel.id, external_id: externalId },
      email: email ?? null,
      language: shown ?? languageOf(tag),
      created_on: scope.now,
    })
    .execute();
}

/** The region of a language tag: AT of `de-AT`. */
function countryOf(tag: string): string | null {
  const region = tag.split("-").find((part, index) => index > 0 && /^[A-Za-z]{2}$/.test(part));
  return region?.toUpperCase() ?? null;
}
