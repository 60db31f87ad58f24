/** Webhooks by key. Answers with a secret are kept sealed for their repeats. */
import { calls } from "@parley/contract/calls/table";
import type { ProgramActor } from "../../floor/actors/actor.ts";
import type { Context } from "../../floor/context.ts";
import { sortedJson } from "../../floor/database/json.ts";
import type { Scope } from "../../floor/database/scope.ts";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { lockCompany } from "../../people/company/lock.ts";
import { openCursor, pageOf } from "../api/page.ts";
import { type Asked, checkValues, once, versionOfValues } from "../api/repeat.ts";
import { shapeDelivery, shapeWebhook } from "../api/shapes.ts";
import * as change from "./change.ts";
import * as deliveries from "./deliveries.ts";
import { findWebhook, listWebhooks, lockWebhook, viewWebhook, type WebhookRow } from "./rows.ts";
import { checkSeen } from "./within-sight.ts";

/** A webhook outlives the call that makes it, so the rights are held until then. */
const held = { hold: true };

export function programWebhookRoutes(app: App, context: Context): void {
  const { secrets } = context;
  route(app, calls.v1ListWebhooks, (request) =>
    request.work(async (scope) => {
      const where = { companyId: scope.companyId, list: "webhooks" };
      const last = openCursor<string>(context, where, request.query.after);
      const all = await listWebhooks(scope);
      const rest = all.slice(all.findIndex(({ webhookid }) => webhookid === last) + 1);
      const shown = rest.slice(0, request.query.limit + 1);
      return pageOf(context, where, request.query, shown, {
        shape: shapeWebhook,
        positionOf: ({ webhookid }) => webhookid,
      });
    }),
  );
  route(app, calls.v1GetWebhook, (request, reply) =>
    request.work(async (scope) => {
      const webhook = await findWebhook(scope, request.params.id);
      checkSeen(scope, webhook);
      reply.header("etag", versionOf(webhook));
      return shapeWebhook(await viewWebhook(scope, request.params.id));
    }),
  );
  route(app, calls.v1CreateWebhook, (request, reply) =>
    request.work(
      (scope) =>
        once(
          scope,
          request,
          reply,
          async () => {
            const { department_ids: departmentids, ...given } = request.body;
            const whole = { ...given, departmentids, format: "parley" as const, template: null };
            const { webhook, secret } = await change.createWebhook(context, scope, whole);
            return { ...shapeWebhook(webhook), secret };
          },
          secrets,
        ),
      held,
    ),
  );
  route(app, calls.v1UpdateWebhook, (request, reply) =>
    request.work(
      (scope) =>
        once(scope, request, reply, async () => {
          const { department_ids: departmentids, ...given } = request.body;
          await checkVersion(scope, request);
          const to = { webhookid: request.params.id, ...given, departmentids };
          return shapeWebhook(await change.updateWebhook(context, scope, to));
        }),
      held,
    ),
  );
  route(app, calls.v1RotateWebhook, (request, reply) =>
    request.work(
      (scope) =>
        once(
          scope,
          request,
          reply,
          async () => {
            await checkVersion(scope, request);
            const { webhook, secret } = await change.rotateWebhook(context, scope, request.params.id);
            return { ...shapeWebhook(webhook), secret };
          },
          secrets,
        ),
      held,
    ),
  );
  route(app, calls.v1DeleteWebhook, async (request) => {
    await request.work(async (scope) => {
      await checkVersion(scope, request);
      return change.removeWebhook(scope, request.params.id);
    });
    return {};
  });
  route(app, calls.v1PauseWebhook, (request, reply) =>
    request.work((scope) =>
      once(scope, request, reply, async () => {
        await checkVersion(scope, request);
        return shapeWebhook(await change.pauseWebhook(scope, request.params.id));
      }),
    ),
  );
  route(app, calls.v1StartWebhook, (request, reply) =>
    request.work((scope) =>
      once(scope, request, reply, async () => {
        await checkVersion(scope, request);
        return shapeWebhook(await change.startWebhook(scope, request.params.id));
      }),
    ),
  );
  route(app, calls.v1TestWebhook, (request, reply) =>
    request.work((scope) =>
      once(scope, request, reply, async () => {
        const { type } = request.body;
        await deliveries.testWebhook(scope, { webhookid: request.params.id, type });
        return {};
      }),
    ),
  );
  route(app, calls.v1ListDeliveries, (request) =>
    request.work(async (scope) => {
      const { id } = request.params;
      const { limit, after, state } = request.query;
      const where = { companyId: scope.companyId, list: `deliveries ${id}` };
      const last = openCursor<string>(context, where, after) ?? undefined;
      const page = await deliveries.listDeliveries(scope, id, { after: last, state }, limit + 1);
      return pageOf(context, where, { limit }, page.deliveries, {
        shape: shapeDelivery,
        positionOf: ({ deliveryid }) => deliveryid,
      });
    }),
  );
  route(app, calls.v1ResendDelivery, (request, reply) =>
    request.work((scope) =>
      once(scope, request, reply, async () => {
        await deliveries.resendDelivery(scope, request.params.delivery, request.params.id);
        return {};
      }),
    ),
  );
  route(app, calls.v1ResendSince, (request, reply) =>
    request.work((scope) =>
      once(scope, request, reply, () =>
        deliveries.resendSince(scope, { webhookid: request.params.id, since: request.body.since }),
      ),
    ),
  );
}

/** Locks the webhook, and throws 412 where it has another version than the caller names. */
const checkVersion = (
  scope: Scope<ProgramActor>,
  request: Pick<Asked, "headers"> & { params: { id: string } },
): Promise<void> =>
  checkValues(request, async () => {
    await lockCompany(scope);
    const webhook = await lockWebhook(scope, request.params.id);
    checkSeen(scope, webhook);
    return versionOf(webhook);
  });

/** The version of a webhook covers its settings; its place and the state of its deliveries change by themselves. */
const versionOf = ({
  name,
  url,
  format,
  template,
  types,
  departments,
  condition,
  batches,
  secret,
  parked_on,
}: WebhookRow): string =>
  versionOfValues([
    ...[name, url, format, template, types, departments, condition && sortedJson(condition), batches],
    ...[secret?.toString("base64"), parked_on],
  ]);
