import { startSession } from "../../server/src/auth/session.ts";
import type { Context } from "../../server/src/context.ts";
import { inCompany } from "../../server/src/database/scope.ts";
import type { App } from "../../server/src/http/app.ts";
import { cookieName } from "../../server/src/http/session.ts";
import type { NamedAgent } from "./people.ts";

type Options = {
  headers?: Record<string, string>;
  payload?: string | Buffer | object;
  remoteAddress?: string;
};
type Answer = Awaited<ReturnType<App["inject"]>>;

/** Calls the app as a browser on one of our pages would: with the session's cookie and our origin. */
export type Browser = {
  get(path: string, options?: Options): Promise<Answer>;
  post(path: string, body?: object, options?: Options): Promise<Answer>;
  put(path: string, body: object, options?: Options): Promise<Answer>;
  delete(path: string, options?: Options): Promise<Answer>;
  /** The Cookie header, for sockets and for calls built by hand. */
  cookie(): Promise<string>;
};

export function openBrowser(context: Context, app: App, agent: NamedAgent | null): Browser {
  let session: Promise<string> | undefined;
  const cookie = async () => {
    if (!agent) return "";
    session ??= inCompany(context, agent.actor, (scope) =>
      startSession(scope, { userAgent: "test", address: "127.0.0.1" }),
    );
    return `${cookieName(context.config)}=${await session}`;
  };
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
    return app.inject({ method, url, headers: { ...own, ...headers }, ...options });
  };
  return {
    get: (path, options = {}) => call("GET", path, options),
    post: (path, body, options = {}) => call("POST", path, { ...(body && { payload: body }), ...options }),
    put: (path, body, options = {}) => call("PUT", path, { payload: body, ...options }),
    delete: (path, options = {}) => call("DELETE", path, options),
    cookie,
  };
}
