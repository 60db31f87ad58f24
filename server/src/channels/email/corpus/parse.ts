import type { MailLimits } from "../parse/limits.ts";
import { parseMail as parseMailOf } from "../parse/parse-mail.ts";

/** Reads a mail without a company. */
export const parseMail = (raw: Uint8Array, limits?: Partial<MailLimits>) => parseMailOf("none", raw, limits);
