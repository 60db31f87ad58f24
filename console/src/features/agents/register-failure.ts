import { Refused, Unreachable } from "../../api/client.ts";

/** The specification's texts for a registration that failed, a line each. */
export function registerFailure(error: Error): string[] {
  if (error instanceof Refused) {
    const { message } = error.answer;
    if (!message || message.length === 0) return ["Unexpected error from server."];
    return Array.isArray(message) ? message : [message];
  }
  if (error instanceof Unreachable) return ["No response received from server."];
  return ["Error while making request."];
}
