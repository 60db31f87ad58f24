/** The cookie that carries a session's token, and how it authenticates agents. */
import type { Authenticator } from "../../floor/actors/authenticator.ts";
import { together } from "../../floor/actors/together.ts";
import type { Config } from "../../floor/config/config.ts";
import type { Context } from "../../floor/context.ts";
import { extendSessions, findSessions, hashOf, hashOfKey, isDue, isToken, type Session } from "./session.ts";
import { callerOf } from "./session-caller.ts";

export function sessionCookie(context: Context): Authenticator<Session> {
  const name = cookieName(context.config);
  const extend = together((sessions: Session[]) => extendSessions(context, sessions));
  return {
    keyOf({ cookies }) {
      const token = cookies[name];
      return isToken(token) ? hashOf(token).toString("hex") : null;
    },
    find: (keys) => findSessions(context, keys.map(hashOfKey)),
    use: (session) => (isDue(context, session) ? extend(session) : Promise.resolve(session)),
    callerOf,
  };
}

/** The `__Host-` prefix makes the browser bind the cookie to https and to this very host. */
export function cookieName(config: Pick<Config, "publicUrl">): string {
  return isHttps(config) ? "__Host-parley" : "parley";
}

export const isHttps = ({ publicUrl }: Pick<Config, "publicUrl">) => publicUrl.startsWith("https:");
