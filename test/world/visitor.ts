import type { World } from "../world.ts";

type Answer = Awaited<ReturnType<World["stranger"]["post"]>>;

/** A browser without a session, with its own cookie jar and address. */
export type Visitor = {
  post(path: string, body?: object, headers?: Record<string, string>): Promise<Answer>;
  cookies: Map<string, string>;
};

let last = 0;

export function openVisitor(
  world: Pick<World, "stranger">,
  remoteAddress = `10.77.${++last >> 8}.${last & 255}`,
): Visitor {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async post(path, body, headers = {}) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const answer = await world.stranger.post(path, body, {
        remoteAddress,
        headers: { ...(cookie && { cookie }), ...headers },
      });
      for (const { name, value, maxAge } of answer.cookies) {
        if (maxAge === 0 || value === "") cookies.delete(name);
        else cookies.set(name, value);
      }
      return answer;
    },
  };
}
