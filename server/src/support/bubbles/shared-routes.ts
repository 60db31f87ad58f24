import { calls } from "@parley/contract/calls/table";
import type { Context } from "../../floor/context.ts";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { readForm } from "../../http/form.ts";
import { exportBubbles, importBubbles, readCsv } from "./csv.ts";
import { runMacro } from "./macro.ts";
import { countUse, listFolders, listSharedBubbles } from "./shared.ts";
import { createSharedBubble, deleteSharedBubble, updateSharedBubble } from "./shared-change.ts";
import { addBubbleFile, discardFiles, removeBubbleFile } from "./shared-files.ts";
import { undoMacro } from "./undo-macro.ts";

export function sharedBubbleRoutes(app: App, context: Context): void {
  route(app, calls.listSharedBubbles, (request) =>
    request.work((scope) => listSharedBubbles(scope, request.query)),
  );

  route(app, calls.listBubbleFolders, (request) => request.work(listFolders));

  route(app, calls.countBubbleUse, async (request) => {
    await request.work((scope) => countUse(scope, request.body.bubbleid));
    return {};
  });

  route(app, calls.runMacro, (request) => request.work((scope) => runMacro(scope, request.body)));

  route(app, calls.undoMacro, (request) => request.work((scope) => undoMacro(scope, request.body.runid)));

  route(app, calls.createSharedBubble, (request) =>
    request.work((scope) => createSharedBubble(scope, request.body)),
  );

  route(app, calls.updateSharedBubble, (request) =>
    request.work((scope) => updateSharedBubble(scope, request.body)),
  );

  route(app, calls.deleteSharedBubble, async (request) => {
    const gone = await request.work((scope) => deleteSharedBubble(scope, request.body.bubbleid));
    await discardFiles(context, gone);
    return {};
  });

  route(app, calls.addBubbleFile, async (request, reply) => {
    const { fields, file } = await readForm(request, reply, calls.addBubbleFile.form);
    return addBubbleFile(context, request.caller, fields.bubbleid, file);
  });

  route(app, calls.removeBubbleFile, (request) => removeBubbleFile(context, request.caller, request.body));

  route(app, calls.importBubbles, async (request, reply) => {
    const { file } = await readForm(request, reply, calls.importBubbles.form);
    const read = await readCsv(file.stream);
    return request.work((scope) => importBubbles(scope, read));
  });

  route(app, calls.exportBubbles, (request, reply) =>
    reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", 'attachment; filename="bubbles.csv"')
      .send(exportBubbles(context, request.caller)),
  );
}
