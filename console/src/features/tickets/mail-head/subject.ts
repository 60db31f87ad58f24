/** Removes the prefixes of an answer or a forwarded mail, in the languages whose mail programs translate them. */
const marks =
  /^\s*(?:\[[^\]]{0,40}\]\s*)?(?:(?:re|aw|antw|antwoord|sv|vs|rif|r|odp|ynt|yan|отв|ha|fwd?|wg|doorst|rv|tr|vl|i|ilt|ileti|пер|пр)\s*(?:\[\d+\]|\(\d+\))?\s*[:：]\s*)+/iu;

/** The ticket's number, at the end of our own mails. */
const number = /\s*\[#[\w-]{1,40}\]\s*$/;

export const bareSubject = (subject: string): string => subject.replace(marks, "").replace(number, "").trim();

export const sameSubject = (one: string, other: string): boolean =>
  bareSubject(one).toLowerCase() === bareSubject(other).toLowerCase();

/** Adds "Re: " to a subject without it. */
export const answerSubject = (subject: string): string =>
  /^\s*re\s*:/i.test(subject) ? subject.trim() : `Re: ${subject.trim()}`.trim();

export const forwardSubject = (subject: string): string =>
  /^\s*fwd?\s*:/i.test(subject) ? subject.trim() : `Fwd: ${subject.trim()}`.trim();
