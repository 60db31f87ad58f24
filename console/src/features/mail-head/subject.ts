/** Subjects without the marks of an answer or a forwarded mail, in the languages whose mail programs translate them. */
const marks =
  /^\s*(?:\[[^\]]{0,40}\]\s*)?(?:(?:re|aw|antw|antwoord|sv|vs|rif|r|odp|ynt|yan|отв|ha|fwd?|wg|doorst|rv|tr|vl|i|ilt|ileti|пер|пр)\s*(?:\[\d+\]|\(\d+\))?\s*[:：]\s*)+/iu;

export const bareSubject = (subject: string): string => subject.replace(marks, "").trim();

export const sameSubject = (one: string, other: string): boolean =>
  bareSubject(one).toLowerCase() === bareSubject(other).toLowerCase();
