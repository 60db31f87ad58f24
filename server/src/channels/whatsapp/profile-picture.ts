/** The picture of a profile for pages, which load nothing from the provider: small, square, and as a `data:` address. */
import { limits } from "@parley/contract/limits";
import { readAtMost } from "../../files/at-most.ts";
import { makeSquare } from "../../files/pictures/square.ts";
import type { Context } from "../../floor/context.ts";
import type { Account } from "./accounts.ts";
import { createGraph } from "./api.ts";

const timeout = 10_000;

/** Null when it cannot be fetched or shown: a profile can be edited without it. */
export async function fetchPicture(context: Context, account: Account, url: string): Promise<string | null> {
  const content = await download(context, account, url);
  const square = content && (await makeSquare(context, account.row.company_id, content));
  return square && square !== "busy" ? `data:image/webp;base64,${square.toString("base64")}` : null;
}

async function download(context: Context, { credentials }: Account, url: string): Promise<Buffer | null> {
  const signal = AbortSignal.timeout(timeout);
  const answer = await createGraph(context.config).download(credentials.accessToken, url, signal);
  if (answer.outcome !== "ok") return null;
  return readAtMost(answer.stream, limits.pictureBytes);
}
