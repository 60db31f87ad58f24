/** Cuts the start of a large mail down to its header and its texts. Its files are left out, for they are not whole. */

/** Bytes of a text that does not end within the start. */
const mostText = 2 ** 17;
const longestBoundary = 200;

type Part = { kind: "text" | "file" } | { kind: "multipart"; boundary: string };
type Piece = { from: number; to: number };

export function beginningOf(start: Buffer): Buffer {
  const text = start.toString("latin1");
  const body = endOfHeader(text, 0);
  if (body === null) return start;
  const head = { from: 0, to: body };
  const mail = partOf(text.slice(0, body));
  switch (mail.kind) {
    case "file":
      return joined(start, [head]);
    case "text":
      return joined(start, [head, cutText(text, body)]);
    case "multipart":
      return joined(start, [head, ...textsOf(text, body, mail.boundary)]);
  }
}

const joined = (start: Buffer, pieces: Piece[]): Buffer =>
  Buffer.concat(pieces.map(({ from, to }) => start.subarray(from, to)));

/** Parts that are texts, or that hold others, each from its delimiter to the next (RFC 2046 §5.1). */
function textsOf(text: string, body: number, outer: string): Piece[] {
  const boundaries = new Set([outer]);
  const pieces: Piece[] = [];
  let texts = 0;
  let open: { from: number; kind: Part["kind"] } | null = null;
  for (const { 0: line, 1: name = "", index } of text.slice(body).matchAll(delimiter)) {
    const from = body + index;
    const ends = !boundaries.has(name) && name.endsWith("--") && boundaries.has(name.slice(0, -2));
    if (!ends && !boundaries.has(name)) continue;
    if (open && open.kind !== "file") pieces.push({ from: open.from, to: from });
    if (open?.kind === "text") texts += 1;
    open = null;
    if (ends) continue;
    const header = from + line.length;
    const content = endOfHeader(text, header);
    if (content === null) break;
    const part = partOf(text.slice(header, content));
    if (part.kind === "multipart") boundaries.add(part.boundary);
    open = { from, kind: part.kind };
  }
  if (open?.kind === "text" && texts === 0) pieces.push(cutText(text, open.from));
  return pieces;
}

const delimiter = new RegExp(`^--([^\\r\\n]{1,${longestBoundary}}?)[ \\t]*\\r?$`, "gm");

/** Ends at a line's end, so that no character and no encoded byte is halved. */
function cutText(text: string, from: number): Piece {
  const most = Math.min(text.length, from + mostText);
  const line = text.lastIndexOf("\n", most - 1);
  return { from, to: line > from ? line + 1 : most };
}

/** The place after the empty line; null where there is none. */
function endOfHeader(text: string, from: number): number | null {
  const empty = /\r?\n\r?\n/g;
  empty.lastIndex = from;
  return empty.exec(text) ? empty.lastIndex : null;
}

function partOf(header: string): Part {
  const lines = header.replace(/\r?\n[ \t]+/g, " ");
  const type = /^content-type[ \t]*:([^\r\n]*)/im.exec(lines)?.[1]?.trim() ?? "text/plain";
  const disposition = /^content-disposition[ \t]*:([^\r\n]*)/im.exec(lines)?.[1] ?? "";
  const [, quoted, bare] = /;\s*boundary\s*=\s*(?:"([^"]+)"|([^\s;"]+))/i.exec(type) ?? [];
  const boundary = quoted ?? bare ?? "";
  if (/^multipart\//i.test(type) && boundary !== "" && boundary.length <= longestBoundary - 2)
    return { kind: "multipart", boundary };
  const isFile = /attachment|;\s*filename/i.test(disposition) || /;\s*name\s*=/i.test(type);
  return { kind: !isFile && /^text\/(?:plain|html)\b/i.test(type) ? "text" : "file" };
}
