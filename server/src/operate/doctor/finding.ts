/** One line of the doctor's report. */
export type Finding = {
  about: string;
  state: "ok" | "attention" | "fault";
  what: string;
  /** The way to fix it; null when all is well. */
  mend: string | null;
};

export const ok = (about: string, what: string): Finding => ({ about, state: "ok", what, mend: null });
export const attention = (about: string, what: string, mend: string): Finding => ({
  about,
  state: "attention",
  what,
  mend,
});
export const fault = (about: string, what: string, mend: string): Finding => ({
  about,
  state: "fault",
  what,
  mend,
});

/** The reason of a failure, without the rows or addresses that an error may quote. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  const { code, message } = error as NodeJS.ErrnoException;
  const [first = ""] = message.split("\n");
  return code && !first.includes(code) ? `${code} ${first}` : first || code || "no reason given";
}

/** Rejects after so many milliseconds, whatever the work still does. */
export async function withTimeout<Answer>(milliseconds: number, work: Promise<Answer>): Promise<Answer> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const seconds = milliseconds / 1000;
  const timer = setTimeout(() => reject(new Error(`no answer within ${seconds} s`)), milliseconds);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
