/** A key as a program uses it: the header alone, without a cookie. */
import { problem } from "@parley/contract/programs";
import { expect } from "vitest";
import type { App } from "../../server/src/http/app.ts";
import type { Browser } from "./browser.ts";
import type { AgentName } from "./people.ts";

type Answer = ReturnType<Browser["get"]>;
type World = { as(agent: AgentName): Browser; app: Pick<App, "inject"> };

export type Program = {
  keyid: string;
  token: string;
  headers: { authorization: string };
  get(url: string, headers?: Record<string, string>): Answer;
  post(url: string, payload: object, headers?: Record<string, string>): Answer;
  patch(url: string, payload: object, headers?: Record<string, string>): Answer;
  delete(url: string, headers?: Record<string, string>): Answer;
  end(): Answer;
};

/** Made by an administrator it is the company's, with `own` the agent's own. */
export async function makeKey(world: World, agent: AgentName, body: object): Promise<Program> {
  const made = await world.as(agent).post("/create-key", { name: "CRM", ...body });
  if (made.statusCode !== 200) throw new Error(`The key was refused: ${made.body}`);
  const { key, token } = made.json<{ key: { keyid: string }; token: string }>();
  return {
    ...programWith(world, token),
    keyid: key.keyid,
    end: () => world.as(agent).post("/end-key", { keyid: key.keyid }),
  };
}

export function programWith(world: World, token: string): Omit<Program, "keyid" | "end"> {
  const headers = { authorization: `Bearer ${token}` };
  const inject =
    (method: "GET" | "POST" | "PATCH" | "DELETE") =>
    async (url: string, payload?: object, more: Record<string, string> = {}) => {
      const answer = await world.app.inject({
        method,
        url: `/api/v1${url}`,
        headers: { ...headers, ...more },
        ...(payload && { payload }),
      });
      if (answer.statusCode >= 400) expect(problem.parse(answer.json())).toEqual(answer.json());
      return answer;
    };
  return {
    token,
    headers,
    get: (url, more) => inject("GET")(url, undefined, more),
    post: inject("POST"),
    patch: inject("PATCH"),
    delete: (url, more) => inject("DELETE")(url, undefined, more),
  };
}
