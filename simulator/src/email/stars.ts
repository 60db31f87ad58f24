/** A person presses a star of the newest mail that asks for them: a link, and the button of the page behind it. */
import type { DeskCall, DeskFile } from "../driver.ts";
import type { Network } from "../network.ts";
import type { PhoneMessage } from "../phone.ts";
import { mailWorldOf } from "./world.ts";

export async function pressStars(
  network: Network,
  messages: PhoneMessage[],
  stars: number,
  { desk, file }: { desk: DeskCall; file: DeskFile },
): Promise<void> {
  const links = messages
    .map(({ mail }) => linksOf(mailWorldOf(network).pages.get(mail?.html?.split("/").at(-1) ?? "") ?? ""))
    .findLast((found) => found.length > 0);
  const link = links?.[stars - 1];
  if (!link) throw new Error("No rating was asked for");
  const path = pathOf(link);
  const page = (await file(path)).bytes.toString();
  const form = /<form[^>]*\baction="([^"]*)"[^>]*>([\s\S]*?)<\/form>/.exec(page);
  if (!form) throw new Error(`There is no button at ${path}`);
  const [, action = "", inside = ""] = form;
  const fields = [...inside.matchAll(/<(?:input|button)[^>]*\bname="([^"]*)"[^>]*\bvalue="([^"]*)"/g)];
  const body = new URLSearchParams(
    fields.map(([, name = "", value = ""]): [string, string] => [name, plain(value)]),
  );
  const status = await desk(
    pathOf(plain(action) || path),
    { "content-type": "application/x-www-form-urlencoded" },
    body.toString(),
  );
  if (status >= 400) throw new Error(`The star was refused with ${status}`);
}

const linksOf = (html: string): string[] =>
  [...html.matchAll(/href="([^"]*\/stars\/[^"]*)"/g)].map(([, address = ""]) => plain(address));

function pathOf(address: string): string {
  const { pathname, search } = new URL(address, "http://desk.example");
  return pathname + search;
}

const plain = (text: string) => text.replaceAll("&amp;", "&").replaceAll("&#x2F;", "/");
