/** Pixels above and below the view in which mails are laid out: each has its height before a reader reaches it. */
export const mailsAhead = 2_000;
