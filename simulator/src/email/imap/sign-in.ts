import { CAPABILITIES } from "./capabilities.ts";
import { Refusal } from "./refusal.ts";
import type { Command, Session } from "./session.ts";
import { word } from "./tokens.ts";

export const login: Command = async (session, [user, password]) =>
  signIn(session, utf8(word(user)), { password: utf8(word(password)) });

/** PLAIN (RFC 4616) and XOAUTH2, with the first answer in the command or requested. */
export const authenticate: Command = async (session, [mechanism, initial]) => {
  const kind = word(mechanism).toUpperCase();
  if (kind !== "PLAIN" && kind !== "XOAUTH2") throw new Refusal("NO", "Unknown mechanism");
  const answer = initial === undefined ? await ask(session, "") : word(initial);
  const credentials = Buffer.from(answer, "base64").toString("utf8");
  if (kind === "PLAIN") {
    const [, user = "", password = ""] = credentials.split("\0");
    return signIn(session, user, { password });
  }
  const fields = Object.fromEntries(
    credentials.split("\u0001").map((field) => [field.split("=", 1)[0], field.slice(field.indexOf("=") + 1)]),
  );
  const token = (fields.auth ?? "").replace(/^Bearer /i, "");
  const user = fields.user ?? "";
  if (!session.office.signIn(user, { token })) {
    // The client has to answer the error before it is refused.
    const error = { status: "400", schemes: "bearer", scope: "https://mail.google.com/" };
    await ask(session, Buffer.from(JSON.stringify(error)).toString("base64"));
  }
  return signIn(session, user, { token });
};

async function signIn(
  session: Session,
  user: string,
  secret: { password: string } | { token: string },
): Promise<string> {
  if (session.mailbox) throw new Refusal("BAD", "Signed in already");
  await session.meet("login", session.office.find(user));
  const mailbox = session.office.signIn(user, secret);
  if (!mailbox) throw new Refusal("NO", "[AUTHENTICATIONFAILED] Invalid credentials");
  session.signIn(mailbox);
  return `[CAPABILITY ${CAPABILITIES}] Signed in`;
}

async function ask(session: Session, challenge: string): Promise<string> {
  session.wire.releaseHeld();
  session.wire.write(`+ ${challenge}\r\n`);
  const answer = await session.wire.readLine();
  session.wire.hold();
  if (answer === "*") throw new Refusal("BAD", "Cancelled");
  return answer;
}

const utf8 = (latin1: string) => Buffer.from(latin1, "latin1").toString("utf8");
