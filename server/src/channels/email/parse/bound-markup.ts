import { Parser } from "htmlparser2";

/** The number of open elements at once. A parser's work grows with their square. */
const deepest = 2_000;
const mostElements = 50_000;

/** The HTML up to the point where it holds more elements than a reader could want. */
export function boundMarkup(html: string): string {
  let elements = 0;
  let open = 0;
  let end = html.length;
  const parser: Parser = new Parser({
    onopentag() {
      open++;
      if (++elements <= mostElements && open <= deepest) return;
      end = Math.min(end, parser.startIndex);
      parser.pause();
      parser.reset();
    },
    onclosetag() {
      open--;
    },
  });
  // The HTML is parsed in pieces, so that parsing ends soon after the limit.
  for (let at = 0; at < end; at += 16_384) parser.write(html.slice(at, at + 16_384));
  return html.slice(0, end);
}
