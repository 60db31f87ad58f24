import { texts } from "@parley/contract/texts";
import { Refused, Unreachable } from "../../api/client.ts";

/** What the server said (several texts stand in lines of their own), else that it is out of reach, else the default. */
export function failureText(error: Error, unreachable: string, fallback: string): string {
  if (error instanceof Unreachable) return unreachable;
  return error.message || fallback;
}

/** After these a code is of no use any more, and another can be asked for. */
const spent = [texts.expiredVerification, texts.codeExpired, texts.tooManyAttempts];

export const isSpent = (message: string): boolean => spent.some((text) => message.includes(text));

/** A code is on its way already: not a reason to stay where one is. */
export const isCodeSent = (error: unknown): error is Refused =>
  error instanceof Refused && error.answer.code === "code_sent";
