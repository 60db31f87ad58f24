/** Calls the desk's webhook as a host that pushes mail instead of IMAP: the raw message, signed with its time. */
import { createHmac } from "node:crypto";
import { HookQueue } from "../hook-queue.ts";
import type { Network } from "../network.ts";
import { perNetwork } from "../per-network.ts";
import type { Mailbox } from "./mailbox.ts";

/** The values that the desk shows when a mailbox without IMAP is connected. */
export type Push = { address: string; secret: string };

const queues = perNetwork(() => new Map<number, HookQueue>());

export function pushQueue(network: Network, { id }: Mailbox): HookQueue {
  const known = queues(network).get(id);
  if (known) return known;
  const queue = new HookQueue(network);
  queues(network).set(id, queue);
  return queue;
}

/** Tries again until the desk accepts it. Each call is signed again, since an old one is refused. */
export function pushMail(network: Network, mailbox: Mailbox, raw: Buffer, received?: () => void): void {
  pushQueue(network, mailbox).send(
    () => {
      const { push } = mailbox;
      if (!push) return null;
      const time = String(Math.floor(network.now() / 1000));
      const signature = createHmac("sha256", push.secret).update(`${time}.`).update(raw).digest("hex");
      const headers = {
        "content-type": "message/rfc822",
        "x-parley-timestamp": time,
        "x-parley-signature": `sha256=${signature}`,
      };
      return { url: push.address, headers, body: new Uint8Array(raw) };
    },
    received && (() => received()),
  );
}

export function stopPushing(network: Network): void {
  for (const queue of queues(network).values()) queue.stop();
}
