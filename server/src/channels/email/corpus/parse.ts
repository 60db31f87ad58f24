import type { MailLimits } from "../parse/limits.ts";
import { parseMail as parseMailOf } from "../parse/parse-mail.ts";

/** Reads a mail of no company in particular. */
export const parseMail = (raw: Uint8Array, limits?: Partial<MailLimits>) => parseMailOf("none", raw, limits);
