/** A shop of the sample company on a port, and so an origin, of its own: the web chat as a visitor meets it. */
import staticFiles from "@fastify/static";
import Fastify from "fastify";
import { homePage, receivedPage, tripPage } from "./page.ts";
import { createReceived, type Received } from "./received.ts";
import { trips } from "./trips.ts";

export interface Shop {
  /** The address without a trailing slash. */
  url: string;
  /** Puts the chat of this desk on the pages from now on. */
  show(chat: { desk: string; key: string }): void;
  /** Receives webhooks at `/hook`, and shows them at `/received`. */
  received: Received;
  close(): Promise<void>;
}

/**
 * The shop's address is known before its chat is: the desk must know which origin may show it. On `127.0.0.1` it is
 * another site than a desk on `localhost`, as shops are.
 */
export async function startShop({ port = 0 }: { port?: number } = {}): Promise<Shop> {
  const app = Fastify({ forceCloseConnections: true });
  let chat = { desk: "", key: "" };
  const received = createReceived();
  app.addHook("onSend", async (_request, reply) => {
    reply.header("x-content-type-options", "nosniff");
    reply.header("content-security-policy", policy(chat.desk));
  });
  await app.register(staticFiles, { root: import.meta.dirname, serve: false });
  app.get("/shop.css", (_request, reply) => reply.sendFile("shop.css"));
  app.get("/", (_request, reply) => reply.type("text/html; charset=utf-8").send(homePage(chat)));
  app.get<{ Params: { path: string } }>("/trips/:path", (request, reply) => {
    const trip = trips.find(({ path }) => path === request.params.path);
    if (!trip) return reply.redirect("/");
    return reply.type("text/html; charset=utf-8").send(tripPage(chat, trip));
  });
  // The signature is over the body as it was sent.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string", bodyLimit: 2 ** 20 }, (_request, body, done) =>
    done(null, body),
  );
  app.post("/hook", (request, reply) =>
    reply.code(received.receive(request.headers, String(request.body ?? ""))).send(),
  );
  app.get("/received", (_request, reply) =>
    reply.type("text/html; charset=utf-8").send(receivedPage(chat, received.page())),
  );
  const url = await app.listen({ port, host: "127.0.0.1" });
  return {
    url,
    received,
    show: (now) => {
      chat = now;
    },
    close: () => app.close(),
  };
}

/** The lines that a page's policy needs for the chat: its script, its calls and its frame. */
function policy(desk: string): string {
  return `default-src 'none'; style-src 'self'; img-src 'self'; script-src ${desk}; connect-src ${desk}; frame-src ${desk}; base-uri 'none'`;
}
