import type { Mail } from "./mail.ts";

/** The addressees of an answer to a mail. An address that only an unproved sender names gets no answer. */
export const answersTo = ({
  from,
  reply_to,
  marks,
}: Pick<Mail, "from" | "reply_to" | "marks">): Mail["reply_to"] =>
  reply_to.length > 0 &&
  (marks.includes("form") || !marks.some((mark) => mark === "unverified" || mark === "reply_to_unproved"))
    ? reply_to
    : [from];
