/** A Dovecot on this machine with mailboxes for everyone who knows the password, on its own port. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../outside/desk.ts";

const patience = 10_000;

export type Dovecot = { port: number; stop(): Promise<void>; start(): Promise<void>; close(): Promise<void> };

export async function startDovecot({ password }: { password: string }): Promise<Dovecot> {
  const folder = mkdtempSync(join(tmpdir(), "parley-dovecot-"));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const configuration = join(folder, "dovecot.conf");
  writeFileSync(configuration, settings(folder, port, password));
  let child: ChildProcess | undefined;
  const start = async () => {
    child = spawn("dovecot", ["-F", "-c", configuration], { stdio: "inherit" });
    await untilListening(port);
  };
  const stop = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  };
  await start();
  return {
    port,
    start,
    stop,
    async close() {
      await stop();
      rmSync(folder, { recursive: true });
    },
  };
}

function settings(folder: string, port: number, password: string): string {
  const { uid, gid, username } = userInfo();
  // Dovecot stores no mail as root.
  const owner = uid === 0 ? { uid: 65_534, gid: 65_534 } : { uid, gid };
  const mails = join(folder, "mail");
  mkdirSync(mails);
  chmodSync(mails, 0o777);
  const users = uid === 0 ? "" : `default_internal_user = ${username}\ndefault_login_user = ${username}\n`;
  return `
base_dir = ${join(folder, "run")}
log_path = ${join(folder, "log")}
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
first_valid_uid = 1
first_valid_gid = 1
mail_location = maildir:${mails}/%u
${users}
passdb {
  driver = static
  args = password={PLAIN}${password}
}
userdb {
  driver = static
  args = uid=${owner.uid} gid=${owner.gid} home=${mails}/home
}
namespace inbox {
  inbox = yes
  mailbox Sent {
    special_use = \\Sent
    auto = create
  }
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
`;
}

async function untilListening(port: number): Promise<void> {
  const end = performance.now() + patience;
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    try {
      await once(socket, "connect");
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
      await wait(50);
    } finally {
      socket.destroy();
    }
  }
}
