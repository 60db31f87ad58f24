/** Settles restored rows that are out of date: queued messages, leases, invitations. Runs on this version's schema. */
import { reasonOf } from "@parley/contract/reasons";
import type { ClientBase } from "pg";
import { channelModules } from "../../app/channels.ts";

const withoutProvider = channelModules
  .filter(({ declaration }) => declaration.direct)
  .map(({ platform }) => platform);
const perhapsSent = reasonOf("restored_waiting");
const sealedElsewhere = reasonOf("restored_without_secret");

/**
 * Queued messages become uncertain, for an agent to send again, unless `sendWaiting` says that none can have been sent.
 * Those of a platform without a provider stay queued: what the desk has, the client's browser shows. Leases are released
 * and invitations expire.
 */
export async function settleWaiting(client: ClientBase, { sendWaiting }: { sendWaiting: boolean }) {
  await client.query("set local role parley_system");
  const waiting = sendWaiting
    ? await client.query("update message set sending_until = null where status = 'queued'")
    : await client.query(
        `update message m set status = 'uncertain', status_reason = $1, sending_until = null, next_attempt_on = null
          from ticket t where m.status = 'queued' and t.company_id = m.company_id and t.id = m.ticket_id
            and t.platform <> all($2)`,
        [perhapsSent, withoutProvider],
      );
  if (!sendWaiting)
    await client.query(
      "update message set sending_until = null, next_attempt_on = null where status = 'queued'",
    );
  await client.query(
    "update channel set poll_lease_by = null, poll_lease_until = null where poll_lease_by is not null",
  );
  // An invitation withdrawn since must not become valid again. It can be sent again.
  await client.query("update invitation set expires_on = least(expires_on, now()) where accepted_on is null");
  // Events that came after the backup had places that are given again.
  await client.query("update ledger_epoch set epoch = gen_random_uuid()");
  // Webhooks go on from the backup's place, so that what was sent since may come again: administrators are shown it.
  await client.query("update webhook set restored_on = now() where removed_on is null");
  await client.query(
    "update webhook_delivery set sending_until = null, sending_by = null where state = 'waiting'",
  );
  if (!sendWaiting) {
    // Notifications may have been pushed already.
    await client.query("select place_events(2147483647)");
    await client.query("update event_cursor set place = (select coalesce(max(place), 0) from event)");
  }
  await client.query("reset role");
  return waiting.rowCount ?? 0;
}

/**
 * Without the secret sealed values are lost: channels must be connected again, and agents sign in without their second
 * step until they set up a new one. Push needs the browsers' consent again, and webhooks
 * new secrets.
 */
export async function deleteSealed(client: ClientBase): Promise<void> {
  await client.query("update channel set broken_on = now(), broken_reason = $1 where removed_on is null", [
    sealedElsewhere,
  ]);
  await client.query(
    "update webhook set parked_on = now(), secret = null, previous_secret = null, previous_until = null where removed_on is null",
  );
  for (const table of ["two_step", "recovery_code", "push_subscription", "server_secret"]) {
    await client.query(`delete from ${table}`);
  }
}
