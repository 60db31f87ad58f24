import { calls } from "@parley/contract/calls/table";
import type { Context } from "../../floor/context.ts";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { listEvents } from "./list.ts";
import { createTail } from "./tail.ts";

export function eventRoutes(app: App, context: Context): void {
  const tail = createTail(context);
  app.addHook("preClose", async () => tail.stop());

  route(app, calls.v1ListEvents, async (request) => {
    const { query, signal, caller } = request;
    const { companyId, id: keyId } = caller;
    const until = performance.now() + query.wait * 1000;
    for (let after = query.after; ; ) {
      const { page, place } = await request.work((scope) => listEvents(context, scope, { ...query, after }));
      const left = until - performance.now();
      const done = page.data.length > 0 || page.more || query.after === "now" || left <= 0;
      const waiting = { companyId, keyId, after: place, milliseconds: left, signal };
      if (done || !(await tail.wait(waiting))) return page;
      after = page.next;
    }
  });
}
