/**
 * The demo's mailbox: mails that would have been sent. It exists only where the configuration says that this is a
 * demo.
 */
import { z } from "zod";
import type { Context } from "../floor/context.ts";
import { notFound } from "../floor/errors/errors.ts";
import type { App } from "../http/app.ts";
import { listPage } from "./pages.ts";
import { listPrintedLetters } from "./printed.ts";

const config = { ability: "public", notACall: "page" } as const;
const ownStyles = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'self'";

export function mailRoutes(app: App, context: Context): void {
  if (!context.config.demo) {
    // The route exists outside a demo, too, or the console would answer with its own page.
    app.get("/demo/mail", { config }, async () => {
      throw notFound();
    });
    return;
  }

  app.get("/demo/mail", { config }, async (_request, reply) => {
    reply.header("content-security-policy", ownStyles).type("text/html; charset=utf-8");
    return listPage(await listPrintedLetters(context));
  });

  app.get(
    "/demo/mail/:id",
    { config, schema: { params: z.object({ id: z.uuid() }) } },
    async (request, reply) => {
      const letter = (await listPrintedLetters(context)).find(({ id }) => id === request.params.id);
      if (!letter) throw notFound();
      reply.header(
        "content-security-policy",
        `${ownStyles}; sandbox allow-top-navigation-by-user-activation`,
      );
      reply.header("x-frame-options", "SAMEORIGIN").type("text/html; charset=utf-8");
      return letter.html;
    },
  );
}
