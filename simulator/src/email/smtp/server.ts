/** The submission server of the mailboxes (RFC 6409): plain on loopback, with sign-in, as a desk uses it. */
import type { Socket } from "node:net";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";
import { type Listening, listen } from "../listen.ts";
import type { Mailbox } from "../mailbox.ts";
import type { PostOffice } from "../post-office.ts";
import { Cut, meet, recover } from "./trouble.ts";

const LARGEST_MAIL = 25 * 1024 * 1024;

type Done = (error?: Error | null) => void;

export async function startSmtp(office: PostOffice, port: number): Promise<Listening> {
  const sockets = new Map<number, Socket>();
  const socketOf = ({ remotePort }: SMTPServerSession) => sockets.get(remotePort);
  const ownerOf = ({ user }: SMTPServerSession) => user as Mailbox | undefined;
  /** Decides whether `step` may go on, or its refusal. */
  const go = (session: SMTPServerSession, step: string, done: Done, mailbox = ownerOf(session)) =>
    meet(office, step, mailbox, socketOf(session)).then(() => done(), failed(done));

  const smtp = new SMTPServer({
    authMethods: ["PLAIN", "LOGIN", "XOAUTH2"],
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    size: LARGEST_MAIL,
    banner: "Parley simulator",
    onConnect: (session, done) => void go(session, "connect", done),
    onAuth({ username = "", password, accessToken }, session, done) {
      const mailbox = office.signIn(
        username,
        accessToken ? { token: accessToken } : { password: password ?? "" },
      );
      const answer: Done = (error) => {
        if (error) done(error);
        else if (mailbox) done(null, { user: mailbox });
        else if (accessToken) done(null, { data: { status: "400", schemes: "bearer", scope: "mail" } });
        else done(refuse(535, "5.7.8 Username and password not accepted"));
      };
      void go(session, "auth", answer, office.find(username));
    },
    onMailFrom({ address }, session, done) {
      // The null sender is for bounces and automatic answers.
      const isOwn = address === "" || office.find(address) === ownerOf(session);
      if (isOwn) void go(session, "mail", done);
      else done(refuse(553, "5.7.1 Sender address not owned by the user"));
    },
    onRcptTo: (_address, session, done) => void go(session, "rcpt", done),
    onData(stream, session, done) {
      void accept(stream, session).then(() => done(null, "2.0.0 Queued"), failed(done));
    },
  });

  async function accept(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    if (stream.sizeExceeded) throw refuse(552, "5.3.4 Message too big");
    const mailbox = ownerOf(session);
    if (!mailbox) throw refuse(530, "5.7.0 Authentication required");
    const { mailFrom, rcptTo } = session.envelope;
    const submission = {
      mailbox,
      from: mailFrom ? mailFrom.address : "",
      to: rcptTo.map(({ address }) => address),
      raw: Buffer.concat(chunks),
    };
    office.asked(submission);
    const fault = await meet(office, "data", mailbox, socketOf(session));
    await office.submit(submission);
    await recover(fault, socketOf(session));
  }

  smtp.server.on("connection", (socket: Socket) => {
    const { remotePort = 0 } = socket;
    sockets.set(remotePort, socket);
    socket.on("close", () => sockets.delete(remotePort));
  });
  // A connection that was cut on purpose is reported as an error.
  smtp.on("error", () => undefined);
  return listen(smtp.server, port, { [Symbol.iterator]: () => sockets.values() });
}

/** A cut connection accepts no answer. */
const failed = (done: Done) => (error: Error) => {
  if (!(error instanceof Cut)) done(error);
};

const refuse = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });
