import { parseDocument } from "htmlparser2";
import { htmlLines } from "./html-lines.ts";
import { textOfLines } from "./lines.ts";
import { sanitiseMail } from "./sanitise-mail.ts";

/** The text of HTML as a reader sees it: paragraphs, lists, quotes marked by ">", and addresses of links. */
export function textOf(html: string): string {
  return textOfLines(htmlLines(parseDocument(sanitiseMail(html))));
}
