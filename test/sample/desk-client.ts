import type { Ticket } from "@parley/contract/tickets";

/** An agent at work over HTTP, with the console's calls. */
export type DeskClient = {
  get<Answer>(path: string): Promise<Answer>;
  post<Answer>(path: string, body?: object): Promise<Answer>;
  put<Answer>(path: string, body: object): Promise<Answer>;
  /** Waits for the open ticket of a client. */
  ticketOf(clientName: string): Promise<Ticket>;
  cookie: string;
};

export async function signIn(url: string, email: string, password: string): Promise<DeskClient> {
  const response = await call(url, "/auth/login", { email, password }, "");
  const cookie = response.headers.get("set-cookie")?.split(";")[0] ?? "";
  const get = async <Answer>(path: string) => (await (await call(url, path, null, cookie)).json()) as Answer;
  return {
    cookie,
    get,
    post: async <Answer>(path: string, body = {}) =>
      (await (await call(url, path, body, cookie)).json()) as Answer,
    put: async <Answer>(path: string, body: object) =>
      (await (await call(url, path, body, cookie, "PUT")).json()) as Answer,
    async ticketOf(clientName) {
      for (let tries = 0; tries < 100; tries++) {
        const tickets = await get<Ticket[] | "no tickets">("/tickets");
        const found =
          tickets === "no tickets" ? undefined : tickets.find((one) => one.client_name === clientName);
        if (found) return found;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`${clientName} has no open ticket`);
    },
  };
}

/** Accepts the open ticket of a client. */
export async function accept(agent: DeskClient, clientName: string): Promise<string> {
  const { ticketid } = await agent.ticketOf(clientName);
  await agent.post("/acceptTicket", { ticketid });
  return ticketid;
}

async function call(
  url: string,
  path: string,
  body: object | null,
  cookie: string,
  method = body ? "POST" : "GET",
): Promise<Response> {
  const response = await fetch(url + path, {
    method,
    headers: { cookie, origin: new URL(url).origin, ...(body && { "content-type": "application/json" }) },
    body: body ? JSON.stringify(body) : null,
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response;
}
