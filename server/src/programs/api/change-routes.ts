/** Programs begin and change tickets, notes and clients: each call once for its `Idempotency-Key`, on the version of its `If-Match`. */
import { calls } from "@parley/contract/calls/table";
import type { ClientRow } from "@parley/contract/client-profiles";
import { limits } from "@parley/contract/limits";
import type { Note } from "@parley/contract/notes";
import type { ProgramClient, ProgramNote, ProgramTicket } from "@parley/contract/programs";
import type { Ticket } from "@parley/contract/tickets";
import { retryOnDuplicate } from "../../channels/inbound/receive.ts";
import { beginByProgram } from "../../channels/outbound/begin-known.ts";
import type { ProgramActor } from "../../floor/actors/actor.ts";
import type { Context } from "../../floor/context.ts";
import type { Scope } from "../../floor/database/scope.ts";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { readForm } from "../../http/form.ts";
import { accessClient } from "../../support/clients/access.ts";
import { changeClient } from "../../support/clients/change.ts";
import { createClient } from "../../support/clients/create.ts";
import { setClientField } from "../../support/clients/fields.ts";
import { changeClientTags } from "../../support/clients/tags.ts";
import { sendFile } from "../../support/messages/send-file.ts";
import { deleteNote, editNote } from "../../support/notes/change.ts";
import { writeNote } from "../../support/notes/write.ts";
import { accessOrganisation } from "../../support/organisations/access.ts";
import { chooseOrganisation } from "../../support/organisations/clients.ts";
import { acceptTicket } from "../../support/tickets/accept.ts";
import { closeTicket } from "../../support/tickets/close.ts";
import { lockTicketsOfClient } from "../../support/tickets/of-client.ts";
import { reopenClosed } from "../../support/tickets/open.ts";
import { setTicketPriority } from "../../support/tickets/priority.ts";
import { setTicketField } from "../../support/tickets/set-field.ts";
import { snoozeUntil, unsnoozeTicket } from "../../support/tickets/snooze.ts";
import { changeTicketTags } from "../../support/tickets/tags.ts";
import { assignTicket } from "./assign.ts";
import { getClient } from "./lists.ts";
import { type Asked, checkClientVersion, checkVersion, idOfRepeat, once, type Reply } from "./repeat.ts";
import { fieldsOf, shapeClient, shapeMessage, shapeNote, shapeTicket } from "./shapes.ts";
import { getTicket, sendReply } from "./tickets.ts";

type Programs = Scope<ProgramActor>;
type Change = Asked & { params: { id: string } };

export function programChangeRoutes(app: App, context: Context): void {
  route(app, calls.v1CreateTicket, (request, reply) =>
    retryOnDuplicate(() =>
      request.work((scope) =>
        once(scope, request, reply, async () => shapeTicket(await beginByProgram(scope, request.body))),
      ),
    ),
  );
  route(app, calls.v1SendMessage, (request, reply) =>
    request.work((scope) =>
      once(scope, request, reply, async () => {
        await checkVersion(scope, request, request.params.id);
        return sendReply(scope, request.params.id, request.body);
      }),
    ),
  );
  route(app, calls.v1SendFile, async (request, reply) => {
    const { fields, file } = await readForm(request, reply, calls.v1SendFile.form);
    const { id: ticketid } = request.params;
    const messageid = idOfRepeat(request);
    const facts = { ticketid, messageid, caption: fields.caption, originalMessageId: fields.quotes };
    const check = (scope: Programs) => checkVersion(scope, request, ticketid);
    const sent = await sendFile(context, request.caller, { ...facts, seenSeq: fields.seen }, file, check);
    return shapeMessage(sent);
  });
  route(app, calls.v1ChangeTags, (request, reply) =>
    request.work((scope) =>
      changeTicket(scope, request, reply, (ticketid) =>
        changeTicketTags(scope, { ticketid, ...request.body }),
      ),
    ),
  );
  route(app, calls.v1SetPriority, (request, reply) =>
    request.work((scope) =>
      changeTicket(scope, request, reply, (ticketid) =>
        setTicketPriority(scope, { ticketid, ...request.body }),
      ),
    ),
  );
  route(app, calls.v1SetTicketFields, (request, reply) =>
    request.work((scope) =>
      changeTicket(scope, request, reply, async (ticketid) => {
        for (const change of fieldsOf(request.body)) await setTicketField(scope, { ticketid, ...change });
        return null;
      }),
    ),
  );
  route(app, calls.v1SnoozeTicket, (request, reply) =>
    request.work((scope) =>
      changeTicket(scope, request, reply, (id) => {
        const { until } = request.body;
        return snoozeUntil(scope, id, until === null ? null : new Date(until));
      }),
    ),
  );
  route(app, calls.v1EndSnooze, (request, reply) =>
    request.work((scope) => changeTicket(scope, request, reply, (id) => unsnoozeTicket(scope, id))),
  );
  route(app, calls.v1AssignTicket, (request, reply) =>
    request.work((scope) =>
      changeTicket(scope, request, reply, (id) => assignTicket(scope, id, request.body)),
    ),
  );
  route(app, calls.v1AcceptTicket, (request, reply) =>
    request.work((scope) => changeTicket(scope, request, reply, (id) => acceptTicket(scope, id))),
  );
  route(app, calls.v1CloseTicket, (request, reply) =>
    request.work((scope) =>
      changeTicket(scope, request, reply, (ticketid) => closeTicket(scope, { ticketid, ...request.body })),
    ),
  );
  route(app, calls.v1ReopenTicket, (request, reply) =>
    request.work((scope) => changeTicket(scope, request, reply, (id) => reopenClosed(scope, id))),
  );

  route(app, calls.v1WriteNote, (request, reply) =>
    request.work((scope) =>
      changeNote(scope, request, reply, (ticketid) => {
        const { text: content, mentions } = request.body;
        return writeNote(scope, { ticketid, content, mentions });
      }),
    ),
  );
  route(app, calls.v1EditNote, (request, reply) =>
    request.work((scope) =>
      changeNote(scope, request, reply, (ticketid) => {
        const { text: content, mentions } = request.body;
        return editNote(scope, { ticketid, noteid: request.params.note, content, mentions });
      }),
    ),
  );
  route(app, calls.v1DeleteNote, (request, reply) =>
    request.work((scope) =>
      changeNote(scope, request, reply, (ticketid) =>
        deleteNote(context, scope, { ticketid, noteid: request.params.note }),
      ),
    ),
  );

  route(app, calls.v1CreateClient, (request, reply) =>
    request.work((scope) =>
      once(scope, request, reply, async () => shapeClient(await createClient(scope, request.body))),
    ),
  );
  route(app, calls.v1UpdateClient, (request, reply) =>
    request.work((scope) =>
      changeOneClient(scope, request, reply, async (id) => {
        const { name, number, address, organisation_id } = request.body;
        if (organisation_id !== undefined) await putInto(scope, id, organisation_id);
        return changeClient(scope, id, {
          ...(name !== undefined && { name }),
          ...(number !== undefined && { account_number: number }),
          ...(address !== undefined && { address }),
        });
      }),
    ),
  );
  route(app, calls.v1ChangeClientTags, (request, reply) =>
    request.work((scope) =>
      changeOneClient(scope, request, reply, (clientid) =>
        changeClientTags(scope, { clientid, ...request.body }),
      ),
    ),
  );
  route(app, calls.v1SetClientFields, (request, reply) =>
    request.work((scope) =>
      changeOneClient(scope, request, reply, async (clientid) => {
        for (const change of fieldsOf(request.body)) await setClientField(scope, { clientid, ...change });
        return null;
      }),
    ),
  );
}

/** The locks of the client's tickets come before that of the client. */
async function putInto(scope: Programs, clientId: string, organisationId: string | null): Promise<void> {
  const { id } = await accessClient(scope, clientId);
  if (organisationId) await accessOrganisation(scope, organisationId);
  await lockTicketsOfClient(scope, [id], limits.clientTicketsPublished);
  await chooseOrganisation(scope, { clientids: [id], organisationid: organisationId });
}

/** The answer is the ticket afterwards: what the change answers, as the key may not see it any more, or the ticket read anew. */
const changeTicket = (
  scope: Programs,
  request: Change,
  reply: Reply,
  change: (id: string) => Promise<Ticket | null>,
): Promise<ProgramTicket> =>
  once(scope, request, reply, async () => {
    const { id } = request.params;
    await checkVersion(scope, request, id);
    const changed = await change(id);
    return changed ? shapeTicket(changed) : getTicket(scope, id, undefined);
  });

const changeNote = (
  scope: Programs,
  request: Change,
  reply: Reply,
  change: (ticketId: string) => Promise<Note>,
): Promise<ProgramNote> =>
  once(scope, request, reply, async () => {
    const { id } = request.params;
    await checkVersion(scope, request, id);
    return shapeNote(await change(id));
  });

const changeOneClient = (
  scope: Programs,
  request: Change,
  reply: Reply,
  change: (id: string) => Promise<ClientRow | null>,
): Promise<ProgramClient> =>
  once(scope, request, reply, async () => {
    const { id } = request.params;
    await checkClientVersion(scope, request, id);
    const changed = await change(id);
    return changed ? shapeClient(changed) : getClient(scope, id);
  });
