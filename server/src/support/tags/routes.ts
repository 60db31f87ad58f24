import { calls } from "@parley/contract/calls/table";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { createTag, switchTagList, updateTag } from "./change.ts";
import { deleteTag, mergeTag } from "./remove.ts";
import { countUses, listTags } from "./rows.ts";

export function tagRoutes(app: App): void {
  route(app, calls.listTags, (request) => request.work(listTags));

  route(app, calls.createTag, (request) => request.work((scope) => createTag(scope, request.body)));

  route(app, calls.listTagUses, (request) => request.work(countUses));

  route(app, calls.updateTag, (request) => request.work((scope) => updateTag(scope, request.body)));

  route(app, calls.deleteTag, async (request) => {
    await deleteTag((run) => request.work(run), request.body.tagid);
    return {};
  });

  route(app, calls.mergeTag, async (request) => {
    await mergeTag((run) => request.work(run), request.body);
    return {};
  });

  route(app, calls.switchTagList, async (request) => {
    await request.work((scope) => switchTagList(scope, request.body.closed));
    return {};
  });
}
