import type { Caller } from "../../server/src/floor/actors/caller.ts";
import type { Context } from "../../server/src/floor/context.ts";
import { inCompanyAs } from "../../server/src/floor/database/scope.ts";
import type { App } from "../../server/src/http/app.ts";
import { findSession, startSession } from "../../server/src/sign-in/session/session.ts";
import { callerOf } from "../../server/src/sign-in/session/session-caller.ts";
import { cookieName } from "../../server/src/sign-in/session/session-cookie.ts";
import type { AnswerWatch } from "./answers.ts";
import type { NamedAgent } from "./people.ts";

type Options = {
  headers?: Record<string, string>;
  payload?: string | Buffer | object;
  remoteAddress?: string;
};
type Answer = Awaited<ReturnType<App["inject"]>>;

/** Calls the app like a browser on one of our pages: with the session's cookie and our origin. */
export type Browser = {
  get(path: string, options?: Options): Promise<Answer>;
  post(path: string, body?: object, options?: Options): Promise<Answer>;
  put(path: string, body: object, options?: Options): Promise<Answer>;
  delete(path: string, options?: Options): Promise<Answer>;
  /** The Cookie header, for sockets and for calls built by hand. */
  cookie(): Promise<string>;
  /** The session in the form that a route's handler gets. */
  caller(): Promise<Caller>;
};

export function openBrowser(
  context: Context,
  app: App,
  agent: NamedAgent | null,
  answers?: AnswerWatch,
): Browser {
  let session: Promise<string> | undefined;
  const tokenOf = ({ actor }: NamedAgent) => {
    session ??= inCompanyAs(context, actor, (scope) =>
      startSession(scope, { userAgent: "test", address: "127.0.0.1" }),
    );
    return session;
  };
  const cookie = async () => (agent ? `${cookieName(context.config)}=${await tokenOf(agent)}` : "");
  const call = async (
    method: "GET" | "POST" | "PUT" | "DELETE",
    url: string,
    { headers = {}, ...options }: Options,
  ) => {
    const held = await cookie();
    const own = {
      ...(method !== "GET" && { origin: context.config.consoleOrigin }),
      ...(held && { cookie: held }),
    };
    const answer = await app.inject({ method, url, headers: { ...own, ...headers }, ...options });
    answers?.check();
    return answer;
  };
  return {
    get: (path, options = {}) => call("GET", path, options),
    post: (path, body, options = {}) => call("POST", path, { ...(body && { payload: body }), ...options }),
    put: (path, body, options = {}) => call("PUT", path, { payload: body, ...options }),
    delete: (path, options = {}) => call("DELETE", path, options),
    cookie,
    async caller() {
      const found = agent && (await findSession(context, await tokenOf(agent)));
      if (!found) throw new Error("This browser has no session");
      return callerOf(found);
    },
  };
}
