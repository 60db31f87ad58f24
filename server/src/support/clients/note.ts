/** The note about a client. */
import type { setClientNote as body, ClientNote } from "@parley/contract/client-panel";
import type { z } from "zod";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { conflict } from "../../floor/errors/errors.ts";
import { changesBetween } from "../../floor/ledger/changes.ts";
import { record } from "../../floor/ledger/record.ts";
import { departmentsOfClient } from "../client/departments.ts";
import { accessClient } from "./access.ts";

/** Every agent who sees the client may do so. 409 when the note is another than `before`; the same one again changes nothing. */
export async function setClientNote(
  scope: Scope<AgentActor>,
  { clientid, note: given, before }: z.output<typeof body>,
): Promise<ClientNote> {
  const client = await accessClient(scope, clientid, { lock: true });
  const note = given || null;
  const changes = changesBetween(client, { note });
  if (Object.keys(changes).length > 0) {
    if (client.note !== (before || null)) throw conflict("conflict", "client_note_changed");
    await scope.db
      .updateTable("client")
      .set({ note })
      .where("company_id", "=", scope.companyId)
      .where("id", "=", client.id)
      .execute();
    await record(scope, {
      kind: "client_update",
      subject: client.id,
      name: client.name,
      facts: { fields: Object.keys(changes) },
      changes,
      // No ticket shows the note.
      inHand: { tickets: [], departments: await departmentsOfClient(scope, client.id) },
    });
  }
  return { clientid: client.id, note };
}
