import { bubble, bubbles, saveBubble } from "@parley/contract/bubbles";
import { uuid } from "@parley/contract/values";
import { z } from "zod";
import type { App } from "../http/app.ts";
import { createBubble, deleteBubble, editBubble } from "./bubbles.ts";
import { listBubbles } from "./queries.ts";

const config = { access: "agent" } as const;
const params = z.object({ id: uuid });

export function bubbleRoutes(app: App): void {
  app.get("/bubbles", { config, schema: { response: { 200: bubbles } } }, (request) =>
    request.work(listBubbles),
  );

  app.post("/create-bubble", { config, schema: { body: saveBubble, response: { 200: bubble } } }, (request) =>
    request.work((scope) => createBubble(scope, request.body)),
  );

  app.post(
    "/:id/edit-bubble",
    { config, schema: { params, body: saveBubble, response: { 200: bubble } } },
    (request) => request.work((scope) => editBubble(scope, request.params.id, request.body)),
  );

  app.delete(
    "/:id/delete-bubble",
    { config, schema: { params, response: { 200: z.object({}) } } },
    (request) => request.work((scope) => deleteBubble(scope, request.params.id)),
  );
}
