/** A world whose mail goes to a server of ours. */
import { createWorld, type World } from "../world.ts";
import { type SmtpStub, startSmtp } from "./smtp.ts";

export type MailDesk = { world: World; smtp: SmtpStub; close(): Promise<void> };

/** `env` overrides the world's configuration. */
export async function createMailDesk(
  env: Record<string, string> = {},
  { manyCalls = false }: { manyCalls?: boolean } = {},
): Promise<MailDesk> {
  const smtp = await startSmtp();
  const world = await createWorld({
    env: { SMTP_URL: smtp.url, MAIL_FROM: "Parley <desk@parley.example>", ...env },
    manyCalls,
  });
  return {
    world,
    smtp,
    async close() {
      await world.close();
      await smtp.down();
    },
  };
}
