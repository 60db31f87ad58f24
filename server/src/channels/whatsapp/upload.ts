/** Uploads a picture resumably (Graph API, upload guide): a session, then the bytes, then a handle to name it by. */
import { z } from "zod";
import type { Context } from "../../floor/context.ts";
import { Refusal } from "../../floor/errors/errors.ts";
import { type Account, askOrThrow } from "./accounts.ts";
import type { Picture } from "./profile.ts";
import { installationApp } from "./settings.ts";

/** The provider accepts JPEG and PNG; the type follows from the content. */
const signatures: [mediaType: string, start: Buffer][] = [
  ["image/jpeg", Buffer.from([0xff, 0xd8, 0xff])],
  ["image/png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
];

/** The address of an upload's session, with a signature in its query. */
const session = /^(upload:[\w=+/-]{1,1000})(?:\?sig=([\w=.-]{1,1000}))?$/;

const uploadHeaders = (token: string) => ({
  authorization: `OAuth ${token}`,
  "content-type": "application/octet-stream",
  file_offset: "0",
});

/** Throws 415 for a file that is neither JPEG nor PNG. */
export async function uploadPicture(
  context: Context,
  { credentials: { accessToken, app } }: Account,
  { content, name }: Picture,
): Promise<string> {
  const type = signatures.find(([, start]) => content.subarray(0, start.length).equals(start))?.[0];
  if (!type) throw new Refusal(415, "wrong_type", "picture_jpeg_or_png");
  const appId = app?.id ?? installationApp(context.config)?.id ?? "app";
  const { id } = await askOrThrow(context, accessToken, `${appId}/uploads`, {
    method: "POST",
    query: { file_name: name, file_length: content.length, file_type: type },
    result: z.object({ id: z.string() }),
  });
  const [, path, signature] = session.exec(id) ?? [];
  if (!path) throw new Refusal(400, "provider_refused", "setup_failed");
  const { h } = await askOrThrow(context, accessToken, path, {
    method: "POST",
    query: { sig: signature },
    bytes: { content, headers: uploadHeaders(accessToken) },
    result: z.object({ h: z.string() }),
  });
  return h;
}
