import type { Mail } from "./mail.ts";

/** Whom an answer to a mail goes to. An address that an unproved sender only names is not written to. */
export const answersTo = ({
  from,
  reply_to,
  marks,
}: Pick<Mail, "from" | "reply_to" | "marks">): Mail["reply_to"] =>
  reply_to.length > 0 &&
  (marks.includes("form") || !marks.some((mark) => mark === "unverified" || mark === "reply_to_unproved"))
    ? reply_to
    : [from];
