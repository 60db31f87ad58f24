/** Text of `format=flowed` (RFC 3676): a line that ends in a space continues in the next one of the same quote. */

const signature = "-- ";

type Paragraph = { depth: number; text: string[] };

/** `delSp`: the space at a line's end is no part of the text. */
export function unfold(text: string, delSp: boolean): string {
  const done: Paragraph[] = [];
  let open = false;
  for (const given of text.split(/\r?\n/)) {
    // Some clients write "> > " for ">> "; the space behind the marks is the stuffed one.
    const marks = /^(?:> ?)*/.exec(given)?.[0] ?? "";
    const depth = marks.replaceAll(" ", "").length;
    const line = depth === 0 && given.startsWith(" ") ? given.slice(1) : given.slice(marks.length);
    const last = done.at(-1);
    if (open && last && last.depth === depth && line !== signature) last.text.push(line);
    else done.push({ depth, text: [line] });
    open = line.endsWith(" ") && line !== signature;
    const paragraph = done.at(-1);
    if (open && delSp && paragraph) paragraph.text.splice(-1, 1, line.slice(0, -1));
  }
  return done.map(lineOf).join("\n");
}

/** A quote of another depth ends a paragraph even where its last line would continue. */
function lineOf({ depth, text }: Paragraph): string {
  const line = text.join("");
  return `${">".repeat(depth)}${depth > 0 ? " " : ""}${line === signature ? line : line.trimEnd()}`;
}
