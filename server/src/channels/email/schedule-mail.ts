/** A mail that leaves later: kept as its writer gave it, with the signature of that moment, and queued when its time has come. */
import type { scheduleMail as scheduleBody } from "@parley/contract/mail";
import type { Scheduled } from "@parley/contract/outgoing";
import type { z } from "zod";
import { checkStorage } from "../../files/storage.ts";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Context } from "../../floor/context.ts";
import { inSavepoint } from "../../floor/database/savepoint.ts";
import { type AgentActor, inCompany, type Scope } from "../../floor/database/scope.ts";
import { findScheduled, keep, keptMacro } from "../../support/outgoing/schedule.ts";
import { accessLocked, type TicketRow } from "../../support/ticket/access.ts";
import {
  appendMail,
  checkMail,
  departmentOf,
  documentRow,
  draftOf,
  shownText,
  type Written,
  withDocument,
} from "./send-mail.ts";

type Body = z.output<typeof scheduleBody>;

/** A repeat of `messageid` answers what became of it. */
export function scheduleMail(context: Context, caller: Caller, body: Body): Promise<Scheduled> {
  return withDocument(context, caller, body, departmentOf(body), (document, html) =>
    inCompany(context, caller, (scope) => hold(scope, context, { ...body, html }, document)),
  );
}

async function hold(
  scope: Scope<AgentActor>,
  context: Context,
  { ticketid, messageid, seenSeq, leaves, macro, ...mail }: Body,
  document: Written["document"],
): Promise<Scheduled> {
  const ticket = await accessLocked(scope, ticketid);
  const repeat = await findScheduled(scope, ticket, messageid);
  if (repeat) return repeat;
  await checkMail(scope, ticket, seenSeq);
  await checkParts(scope, ticket, messageid, mail);
  const file_id = await documentRow(scope, ticket, document);
  await checkStorage(scope, context.config);
  return keep(scope, ticket, leaves, {
    ...{ id: messageid, type: "text", content: shownText(mail.html), file_id, original_id: null, mail },
    macro: await keptMacro(scope, macro),
    seen_seq: seenSeq ?? ticket.last_seq,
  });
}

class Tried extends Error {}

/** Refuses a mail whose files or whose answered mail are not there: they are attached in a savepoint that is rolled back. */
async function checkParts(
  scope: Scope<AgentActor>,
  ticket: TicketRow,
  id: string,
  mail: Omit<Written, "document">,
): Promise<void> {
  try {
    await inSavepoint(scope, async (part) => {
      await draftOf(part, ticket, id, { ...mail, document: null }, "reference");
      throw new Tried();
    });
  } catch (error) {
    if (!(error instanceof Tried)) throw error;
  }
}

/** Queues it in its locked ticket. Refuses one whose files went meanwhile. */
export const queueMail: Context["queueMail"] = (context, scope, ticket, { id, mail, file_id: fileId }) => {
  if (!mail) throw new Error("A row without a mail is queued as a text");
  const document = fileId === null ? null : { fileId };
  return appendMail(scope, context, ticket, { ...mail, messageid: id, document });
};
