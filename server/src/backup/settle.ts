/** What was true when a backup was made and no longer is when it is restored. At this version's schema. */
import { reasonOf } from "@parley/contract/reasons";
import type { ClientBase } from "pg";

const perhapsSent = reasonOf("restored_waiting");
const sealedElsewhere = reasonOf("restored_without_secret");

/**
 * Unless told that nobody can have sent it, what waited becomes uncertain: it is shown so, and an agent may send it
 * again. Nobody holds a lease any more, and invitations have expired.
 */
export async function settle(client: ClientBase, { sendWaiting }: { sendWaiting: boolean }) {
  await client.query("set local role parley_system");
  const waiting = sendWaiting
    ? await client.query("update message set sending_until = null where status = 'queued'")
    : await client.query(
        `update message set status = 'uncertain', status_reason = $1, sending_until = null, next_attempt_on = null
          where status = 'queued'`,
        [perhapsSent],
      );
  await client.query(
    "update channel set poll_lease_by = null, poll_lease_until = null where poll_lease_by is not null",
  );
  // One that was withdrawn since must not come to life again. It can be sent anew.
  await client.query("update invitation set expires_on = least(expires_on, now()) where accepted_on is null");
  if (!sendWaiting) {
    // Nor is anything pushed that may have been pushed since.
    await client.query("select place_events(2147483647)");
    await client.query("update event_cursor set place = (select coalesce(max(place), 0) from event)");
  }
  await client.query("reset role");
  return waiting.rowCount ?? 0;
}

/**
 * Without the secret what was sealed stays shut: channels are to be connected again, and whoever had a second step signs
 * in without it until they make a new one. Push messages need their browsers' consent anew.
 */
export async function forgetSealed(client: ClientBase): Promise<void> {
  await client.query("update channel set broken_on = now(), broken_reason = $1 where removed_on is null", [
    sealedElsewhere,
  ]);
  for (const table of ["two_step", "recovery_code", "push_subscription", "server_secret"]) {
    await client.query(`delete from ${table}`);
  }
}
