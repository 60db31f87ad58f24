/** Items of FETCH (RFC 9051 §6.4.5). */
import type { StoredMail } from "../folder.ts";
import { headerEnd, headerFields } from "../headers.ts";
import { writeDate } from "./dates.ts";
import { Refusal } from "./refusal.ts";
import { list, type Token, word } from "./tokens.ts";

export type FetchItem = {
  /** True if reading it marks the mail as seen. */
  marksSeen: boolean;
  /** True for the whole mail, or its whole header. */
  readsBody: boolean;
  view(mail: StoredMail): Buffer;
};

const MACROS: Record<string, string[]> = { FAST: ["FLAGS", "INTERNALDATE", "RFC822.SIZE"] };
const PLAIN: Record<string, (mail: StoredMail) => string> = {
  UID: ({ uid }) => String(uid),
  FLAGS: ({ flags }) => `(${[...flags].join(" ")})`,
  INTERNALDATE: ({ receivedOn }) => `"${writeDate(receivedOn)}"`,
  "RFC822.SIZE": ({ raw }) => String(raw.length),
};

export function readFetchItems(items: Token | undefined): FetchItem[] {
  const names = list(items).map((item) => word(item));
  const all = names.length === 1 ? (MACROS[names[0]?.toUpperCase() ?? ""] ?? names) : names;
  return all.map(readItem);
}

function readItem(item: string): FetchItem {
  const name = item.toUpperCase();
  const plain = PLAIN[name];
  if (plain)
    return {
      marksSeen: false,
      readsBody: false,
      view: (mail) => Buffer.from(`${name} ${plain(mail)}`, "latin1"),
    };
  const section = { RFC822: "", "RFC822.HEADER": "HEADER", "RFC822.TEXT": "TEXT" }[name];
  if (section !== undefined) return part(name, section, name !== "RFC822.HEADER");

  const body = /^BODY(\.PEEK)?\[(.*)\](?:<(\d+)(?:\.(\d+))?>)?$/.exec(name);
  if (!body) throw new Refusal("BAD", `Unknown item ${item}`);
  const [, peek, wanted = "", from, count] = body;
  const partial = from === undefined ? undefined : { from: Number(from), count: Number(count ?? Infinity) };
  const label = `BODY[${wanted}]${partial ? `<${partial.from}>` : ""}`;
  return part(label, wanted, !peek, partial);
}

function part(
  label: string,
  section: string,
  marksSeen: boolean,
  partial?: { from: number; count: number },
): FetchItem {
  const cut = readSection(section);
  return {
    marksSeen,
    readsBody: section === "" || section === "HEADER",
    view(mail) {
      const whole = cut(mail.raw);
      const bytes = partial ? whole.subarray(partial.from, partial.from + partial.count) : whole;
      return Buffer.concat([Buffer.from(`${label} {${bytes.length}}\r\n`, "latin1"), bytes]);
    },
  };
}

function readSection(section: string): (raw: Buffer) => Buffer {
  if (section === "") return (raw) => raw;
  if (section === "HEADER") return (raw) => raw.subarray(0, headerEnd(raw));
  if (section === "TEXT") return (raw) => raw.subarray(headerEnd(raw));
  const fields = /^HEADER\.FIELDS(\.NOT)? \((.*)\)$/.exec(section);
  if (!fields) throw new Refusal("BAD", `Unknown section ${section}`);
  const [, isOthers, names = ""] = fields;
  const wanted = new Set(
    names
      .toLowerCase()
      .split(" ")
      .map((name) => name.replace(/^"(.*)"$/, "$1")),
  );
  return (raw) => {
    const kept = headerFields(raw).filter(({ name }) => wanted.has(name) === !isOthers);
    return Buffer.from(`${kept.map(({ field }) => `${field}\r\n`).join("")}\r\n`, "latin1");
  };
}
