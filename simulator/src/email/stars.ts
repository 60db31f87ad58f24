/** A person presses a star of the newest mail that asks for a rating: a link, and the button of its page. */
import type { DeskCall, DeskFile } from "../driver.ts";
import type { PhoneMessage } from "../phone.ts";

export async function pressStars(
  messages: PhoneMessage[],
  stars: number,
  { desk, file }: { desk: DeskCall; file: DeskFile },
): Promise<void> {
  const links = messages
    .map(({ text = "" }) => [...text.matchAll(/⭐+ (https?:\S+)/gu)].map(([, address = ""]) => address))
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

function pathOf(address: string): string {
  const { pathname, search } = new URL(address, "http://desk.example");
  return pathname + search;
}

/** Decodes the value of an attribute. */
const plain = (text: string) =>
  text
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll("&amp;", "&");
