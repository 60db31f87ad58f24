import { calls } from "@parley/contract/calls/table";
import { limits } from "@parley/contract/limits";
import type { Context } from "../../floor/context.ts";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { readForm } from "../../http/form.ts";
import { accessPicture } from "../clients/pictures.ts";
import { changePicture } from "./picture.ts";

export function pictureRoutes(app: App, context: Context): void {
  const fileSize = Math.min(limits.pictureBytes, context.config.maxUploadMb * 2 ** 20);
  route(
    app,
    calls.changePicture,
    async (request, reply) => {
      const { file } = await readForm(request, reply, calls.changePicture.form, { fileSize });
      return changePicture(context, request.caller, await file.read());
    },
    { bodyMemory: fileSize },
  );

  route(app, calls.getPicture, async (request, reply) => {
    const key = await request.work((scope) => accessPicture(scope, request.params.name));
    reply.headers({
      "content-type": "image/webp",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      // A changed picture has a new name.
      "cache-control": "private, max-age=604800, immutable",
    });
    return reply.send(await context.files.read(key));
  });
}
