import { limits } from "@parley/contract/limits";
import { profile } from "@parley/contract/sessions";
import { uuid } from "@parley/contract/values";
import { z } from "zod";
import type { Context } from "../context.ts";
import type { App } from "../http/app.ts";
import { readForm } from "../http/form.ts";
import { accessPicture, changePicture } from "./picture.ts";

export function pictureRoutes(app: App, context: Context): void {
  app.post(
    "/auth/change-profile-pic",
    {
      config: { access: "agent", weight: "upload" },
      schema: { consumes: ["multipart/form-data"], response: { 200: profile } },
    },
    async (request, reply) => {
      const fileSize = Math.min(limits.pictureBytes, context.config.maxUploadMb * 2 ** 20);
      const { file } = await readForm(request, reply, z.object({}), { fileSize });
      return changePicture(context, request.caller, await file.read());
    },
  );

  app.get(
    "/pictures/:name.webp",
    { config: { access: "agent" }, schema: { params: z.object({ name: uuid }) } },
    async (request, reply) => {
      const key = await request.work((scope) => accessPicture(scope, request.params.name));
      reply.headers({
        "content-type": "image/webp",
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
        // Another picture has another name.
        "cache-control": "private, max-age=604800, immutable",
      });
      return reply.send(await context.files.read(key));
    },
  );
}
