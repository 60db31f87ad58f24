/** core.telegram.org/bots/api#getuserprofilephotos: the newest picture first, each in several sizes. */
import { z } from "zod";
import type { Adapter } from "../seam/adapter.ts";
import type { TelegramApi } from "./api.ts";

const size = z.object({ file_id: z.string(), file_unique_id: z.string(), width: z.number() });
const photos = z.object({ photos: z.array(z.array(size)) });

/** Pixels: larger than the largest shown picture. */
const enough = 160;

export const createTelegramFindPicture =
  (api: TelegramApi): NonNullable<Adapter["findPicture"]> =>
  async ({ credentials }, externalId, signal) => {
    const params = { user_id: Number(externalId), limit: 1 };
    const answer = await api.call(credentials, "getUserProfilePhotos", { params, result: photos, signal });
    if (answer.outcome === "refused" && answer.code === 400) return null;
    if (answer.outcome !== "ok") return "unavailable";
    const sizes = (answer.result.photos[0] ?? []).toSorted((one, other) => one.width - other.width);
    const chosen = sizes.find(({ width }) => width >= enough) ?? sizes.at(-1);
    return chosen ? { id: chosen.file_unique_id, ref: chosen.file_id } : null;
  };
