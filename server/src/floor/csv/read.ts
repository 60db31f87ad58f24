/** Reads comma-separated values (RFC 4180), as this desk and spreadsheets write them. */
import { reasonOf } from "@parley/contract/reasons";
import { invalid } from "../errors/errors.ts";

/** `line` is where the row begins, from 1. */
export type Row = { line: number; cells: string[] };

/** Throws 400 with the line of a quotation mark that is not closed, or of bytes that are not UTF-8. */
export function readRows(bytes: Buffer): Row[] {
  const text = decode(bytes);
  const separator = separatorOf(text);
  const rows: Row[] = [];
  let row: Row = { line: 1, cells: [] };
  let line = 1;
  let at = 0;
  const endRow = () => {
    if (row.cells.some((cell) => cell.trim() !== "")) rows.push(row);
    row = { line, cells: [] };
  };
  while (at < text.length) {
    const { cell, end } = text[at] === '"' ? quoted(text, at, line) : plain(text, at, separator);
    line += linesIn(text.slice(at, end));
    row.cells.push(unmarked(cell));
    at = end;
    if (text[at] === separator) at += 1;
    else {
      if (text[at] === "\r") at += 1;
      if (text[at] === "\n") at += 1;
      line += 1;
      endRow();
      continue;
    }
    // A separator at the end of the text is followed by an empty cell.
    if (at === text.length) row.cells.push("");
  }
  endRow();
  return rows;
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const readable = new TextDecoder().decode(bytes);
    throw unreadable(1 + linesIn(readable.slice(0, readable.indexOf("\uFFFD"))));
  }
}

/** Spreadsheets write semicolons where a comma separates decimals. */
function separatorOf(text: string): "," | ";" {
  const [titles = ""] = text.split(/[\r\n]/, 1);
  return titles.includes(";") && !titles.includes(",") ? ";" : ",";
}

function quoted(text: string, from: number, line: number) {
  let cell = "";
  for (let at = from + 1; ; ) {
    const mark = text.indexOf('"', at);
    if (mark < 0) throw unreadable(line);
    cell += text.slice(at, mark);
    if (text[mark + 1] !== '"') return afterQuote(text, cell, mark + 1);
    cell += '"';
    at = mark + 2;
  }
}

/** The text between a closing mark and the separator belongs to the cell, as spreadsheets read it. */
function afterQuote(text: string, cell: string, from: number) {
  const rest = /[^,;\r\n]*/y;
  rest.lastIndex = from;
  const [more = ""] = rest.exec(text) ?? [];
  return { cell: cell + more.trimEnd(), end: from + more.length };
}

function plain(text: string, from: number, separator: string) {
  const cell = separator === ";" ? /[^;\r\n]*/y : /[^,\r\n]*/y;
  cell.lastIndex = from;
  const [found = ""] = cell.exec(text) ?? [];
  return { cell: found, end: from + found.length };
}

const linesIn = (text: string) => text.match(/\r\n|\r|\n/g)?.length ?? 0;

/** Removes the mark that `cell` puts before what looks like a formula. */
const unmarked = (cell: string) =>
  cell.replace(/^'(?=[\t\r])|(^|[;\t\r\n])'(?=[\s"]*[=+\-@＝＋－＠])/g, "$1");

const unreadable = (line: number) => invalid(reasonOf("csv_unreadable", { line }));
