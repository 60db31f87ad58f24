/** The storage room that visitors may fill before an agent has answered them. */
import { sql } from "kysely";
import { readStorage } from "../../../files/storage.ts";
import type { Config } from "../../../floor/config/config.ts";
import type { Scope } from "../../../floor/database/scope.ts";
import { Refusal } from "../../../floor/errors/errors.ts";
import { uploadLimit } from "../../../people/company/upload-limit.ts";
import { platform } from "../widget/settings.ts";
import type { Presented } from "./channel.ts";

/**
 * The share of the company's storage room for all of its visitors; one visitor has a fifth of that, and at least one
 * file's room.
 */
const share = 1 / 20;
const ofOne = 1 / 5;
/** Bytes that stand for the room of a company without a limit. */
const unlimited = 20 * 2 ** 30;

type Whose = { tokenHash: Presented["tokenHash"]; externalId: string | null };

/**
 * Throws 413 when so many bytes more are too many beside unused uploads and the files of waiting conversations. Exact
 * in the unit of work that adds a file, which holds the lock of `storage_total`.
 */
export async function checkVisitorsRoom(
  scope: Scope,
  config: Pick<Config, "maxStorageGb" | "maxUploadMb">,
  { tokenHash, externalId }: Whose,
  bytes: number,
): Promise<void> {
  const { limit } = await readStorage(scope, config);
  const most = (limit ?? unlimited) * share;
  const mostOfOne = Math.max(most * ofOne, (await uploadLimit(scope, config)) * 2 ** 20);
  const { rows } = await sql<{ all: number; own: number }>`
    with held as (
      select file.size, upload.token_hash = ${tokenHash} as own
      from visitor_upload upload
      join file on file.company_id = upload.company_id and file.id = upload.file_id
      where upload.company_id = ${scope.companyId}
      union all
      select file.size, ticket.client_external_id = ${externalId}
      from ticket
      join message on message.company_id = ticket.company_id and message.ticket_id = ticket.id
        and message.file_id is not null and not message.is_agent
      join file on file.company_id = message.company_id and file.id = message.file_id
      where ticket.company_id = ${scope.companyId} and ticket.platform = ${platform}
        and ticket.handler_id is null and ticket.closed_on is null
    )
    select coalesce(sum(size), 0)::bigint as all, coalesce(sum(size) filter (where own), 0)::bigint as own
    from held`.execute(scope.db);
  const [held] = rows;
  if (held && (held.all + bytes > most || held.own + bytes > mostOfOne))
    throw new Refusal(413, "storage_full", "visitors_room_full");
}
