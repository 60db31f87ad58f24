/**
 * Reads a typed search: words, phrases in quotes, and operators. Free of zod, for both sides. Letters are those typed;
 * who compares them folds them (`fold`).
 */
export const searchKinds = ["tickets", "clients", "messages", "notes", "files"] as const;
export type SearchKind = (typeof searchKinds)[number];

export const searchStatuses = ["open", "waiting", "accepted", "closed", "spam"] as const;
export type SearchStatus = (typeof searchStatuses)[number];

export type SearchedPhrase = {
  /** Words and phrases, which must all stand in one text. */
  words: string[];
  from: string[];
  to: string[];
  tags: string[];
  hasFile: boolean;
  hasNote: boolean;
  /** Days of the company, `YYYY-MM-DD`: before the first, and from the second on. */
  before: string | null;
  after: string | null;
  status: SearchStatus | null;
  /** Null: everywhere. `mails` are those of the messages. */
  kinds: SearchKind[] | null;
  onlyMails: boolean;
};

const places: Record<string, SearchKind | "mails"> = {
  ticket: "tickets",
  client: "clients",
  message: "messages",
  mail: "mails",
  note: "notes",
  file: "files",
};

const quotes = '"“”„«»「」';
const parts = new RegExp(
  `(?:([\\p{L}]+)[:：])?(?:[${quotes}]([^${quotes}]*)[${quotes}]?)|[^\\s${quotes}]+`,
  "gu",
);

/** An operator that is not known, or whose value is none of its own, is a word like others. */
export function readSearch(typed: string): SearchedPhrase {
  const read: SearchedPhrase = {
    ...{ words: [], from: [], to: [], tags: [], hasFile: false, hasNote: false },
    ...{ before: null, after: null, status: null, kinds: null, onlyMails: false },
  };
  for (const [whole, name, quoted] of typed.matchAll(parts)) {
    const at = whole.search(/[:：]/);
    const operator = (name ?? (at > 0 ? whole.slice(0, at) : "")).toLowerCase();
    const value = (quoted ?? whole.slice(at + 1)).trim();
    if (operator && value && readOperator(read, operator, value)) continue;
    const word = (quoted !== undefined && !name ? quoted : whole).trim();
    if (word) read.words.push(word);
  }
  return read;
}

/** True if the operator and its value are known. */
function readOperator(read: SearchedPhrase, operator: string, value: string): boolean {
  switch (operator) {
    case "from":
      read.from.push(value);
      return true;
    case "to":
      read.to.push(value);
      return true;
    case "tag":
      read.tags.push(value);
      return true;
    case "has":
      return readHas(read, value.toLowerCase());
    case "before":
    case "after":
      return readDay(read, operator, value);
    case "status":
      return readStatus(read, value.toLowerCase());
    case "in":
      return readPlace(read, value.toLowerCase());
    default:
      return false;
  }
}

function readHas(read: SearchedPhrase, value: string): boolean {
  if (value === "file" || value === "files") read.hasFile = true;
  else if (value === "note" || value === "notes") read.hasNote = true;
  else return false;
  return true;
}

/** A year or a month stands for its first day. */
function readDay(read: SearchedPhrase, operator: "before" | "after", value: string): boolean {
  const [, year, month = "01", day = "01"] = /^(\d{4})(?:-(\d\d?))?(?:-(\d\d?))?$/.exec(value) ?? [];
  if (!year) return false;
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const time = new Date(`${iso}T00:00:00Z`);
  if (Number.isNaN(time.getTime()) || time.toISOString().slice(0, 10) !== iso || Number(year) < 1)
    return false;
  read[operator] = iso;
  return true;
}

function readStatus(read: SearchedPhrase, value: string): boolean {
  const status = value === "pending" ? "waiting" : value;
  if (!(searchStatuses as readonly string[]).includes(status)) return false;
  read.status = status as SearchStatus;
  return true;
}

function readPlace(read: SearchedPhrase, value: string): boolean {
  const place = Object.hasOwn(places, value) ? places[value] : places[value.replace(/s$/, "")];
  if (!place) return false;
  if (place === "mails") read.onlyMails = true;
  const kind = place === "mails" ? "messages" : place;
  read.kinds = [...new Set([...(read.kinds ?? []), kind])];
  return true;
}

/** The kinds that can answer: an operator leaves out those that have nothing of the sort. */
export function kindsOf(read: SearchedPhrase): SearchKind[] {
  const { from, to, hasFile, hasNote, status } = read;
  const able: Record<SearchKind, boolean> = {
    tickets: from.length === 0 && to.length === 0,
    clients: from.length === 0 && to.length === 0 && !hasFile && !hasNote && status === null,
    messages: true,
    notes: to.length === 0 && !hasNote,
    files: from.length === 0 && to.length === 0,
  };
  return searchKinds.filter((kind) => able[kind] && (read.kinds?.includes(kind) ?? true));
}
