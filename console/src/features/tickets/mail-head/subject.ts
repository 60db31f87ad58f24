/** Subjects without the marks of an answer or a forwarded mail, in the languages whose mail programs translate them. */
const marks =
  /^\s*(?:\[[^\]]{0,40}\]\s*)?(?:(?:re|aw|antw|antwoord|sv|vs|rif|r|odp|ynt|yan|отв|ha|fwd?|wg|doorst|rv|tr|vl|i|ilt|ileti|пер|пр)\s*(?:\[\d+\]|\(\d+\))?\s*[:：]\s*)+/iu;

/** The ticket's number, which our own mails have at the end. */
const number = /\s*\[#[\w-]{1,40}\]\s*$/;

export const bareSubject = (subject: string): string => subject.replace(marks, "").replace(number, "").trim();

export const sameSubject = (one: string, other: string): boolean =>
  bareSubject(one).toLowerCase() === bareSubject(other).toLowerCase();

/** "Re: " before a subject that does not have it. */
export const answerSubject = (subject: string): string =>
  /^\s*re\s*:/i.test(subject) ? subject.trim() : `Re: ${subject.trim()}`.trim();

export const forwardSubject = (subject: string): string =>
  /^\s*fwd?\s*:/i.test(subject) ? subject.trim() : `Fwd: ${subject.trim()}`.trim();
