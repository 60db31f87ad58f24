import type { Logger } from "pino";
import type { Config } from "../../floor/config/config.ts";
import { everyLine } from "../../floor/log/log-throttle.ts";
import type { Letter } from "../texts/content.ts";

export type Handed =
  | { outcome: "sent" }
  /** There is no mail server; the letter is in the log. */
  | { outcome: "printed" }
  /** The server will never accept this letter. */
  | { outcome: "refused"; reason: string }
  /**
   * The server may accept it later: it is busy, unreachable, or refuses our credentials. `perhapsAccepted`: the connection broke
   * after it was made, and the server may have accepted the letter.
   */
  | { outcome: "unreachable"; reason: string; perhapsAccepted?: boolean };

export type Mailer = { hand(letter: Letter): Promise<Handed> };

declare module "../../floor/context.ts" {
  interface Context {
    mailer: Mailer;
  }
}

const timeout = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Sends letters through the configured server, one connection each. Without one they are printed. */
export function createMailer(config: Pick<Config, "smtpUrl" | "mailFrom">, log: Logger): Mailer {
  const { smtpUrl, mailFrom } = config;
  if (!smtpUrl) {
    return {
      async hand({ to, subject, text }) {
        log.info(
          { [everyLine]: true, mail: { to, subject, text } },
          "A mail, printed because SMTP_URL is not set",
        );
        return { outcome: "printed" };
      },
    };
  }
  let opening: ReturnType<typeof openTransport> | undefined;
  return {
    async hand({ to, subject, text, html }) {
      try {
        opening ??= openTransport(smtpUrl);
        const transport = await opening;
        // An address given as an object is never parsed.
        await transport.sendMail({
          ...{ subject, text, html, headers },
          from: mailFrom,
          to: { name: "", address: to },
        });
        return { outcome: "sent" };
      } catch (error) {
        return explain(error);
      }
    },
  };
}

/** Suppresses automatic replies (RFC 3834). */
const headers = { "Auto-Submitted": "auto-generated" };

/** nodemailer takes 70 ms to load, so it is loaded only when used. */
async function openTransport(url: string) {
  const { createTransport } = await import("nodemailer");
  return createTransport({ url, ...timeout, disableFileAccess: true, disableUrlAccess: true });
}

/** Signs in to the server and sends nothing. Throws its refusal, or the reason it is out of reach. */
export async function checkMailServer(smtpUrl: string): Promise<void> {
  const transport = await openTransport(smtpUrl);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

type SmtpError = Error & { code?: string; responseCode?: number; syscall?: string; timeoutType?: string };

function explain(error: unknown): Handed {
  const { code = "", responseCode = 0, message } = error as SmtpError;
  const reason = `${code} ${message}`.trim().slice(0, 500);
  // The refusal concerns this sender, recipient or text. A refused password is the operator's to fix, and the letter
  // can wait.
  const aboutLetter = ["EENVELOPE", "EMESSAGE"].includes(code) && responseCode >= 500;
  if (aboutLetter) return { outcome: "refused", reason };
  return {
    outcome: "unreachable",
    reason,
    perhapsAccepted: responseCode === 0 && brokeLater(error as SmtpError),
  };
}

/** An answer of the server is no break, and before the greeting no letter is on its way. */
const brokeLater = ({ code = "", syscall, timeoutType = "SOCKET_TIMEOUT" }: SmtpError): boolean =>
  ["ETIMEDOUT", "ECONNECTION", "ESOCKET", "EPROTOCOL"].includes(code) &&
  syscall !== "connect" &&
  timeoutType === "SOCKET_TIMEOUT";
