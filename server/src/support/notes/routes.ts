import { calls } from "@parley/contract/calls/table";
import type { Context } from "../../floor/context.ts";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { readForm } from "../../http/form.ts";
import { accessTicket } from "../ticket/access.ts";
import { deleteNote, editNote } from "./change.ts";
import { listNoteDrafts, saveNoteDraft } from "./drafts.ts";
import { listNotes } from "./list.ts";
import { sendNoteFile } from "./send-file.ts";
import { writeNote } from "./write.ts";

export function noteRoutes(app: App, context: Context): void {
  route(app, calls.listNotes, (request) =>
    request.batch(async (scope) => {
      const ticket = await accessTicket(scope, request.params.ticketid, "read");
      return listNotes(scope, ticket, request.query);
    }),
  );

  route(app, calls.writeNote, (request) => request.work((scope) => writeNote(scope, request.body)));

  route(app, calls.sendNoteFile, async (request, reply) => {
    const { fields, file } = await readForm(request, reply, calls.sendNoteFile.form);
    return sendNoteFile(context, request.caller, fields, file);
  });

  route(app, calls.editNote, (request) => request.work((scope) => editNote(scope, request.body)));

  route(app, calls.deleteNote, (request) =>
    request.work((scope) => deleteNote(context, scope, request.body)),
  );

  route(app, calls.listNoteDrafts, (request) => request.batch(listNoteDrafts));

  route(app, calls.saveNoteDraft, (request) => request.work((scope) => saveNoteDraft(scope, request.body)));
}
