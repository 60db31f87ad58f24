/**
 * A verb records what happened. Everything derived from it has one writer each, and sockets get it from subscribers.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const sources = globSync("**/*.ts", { cwd: root }).filter((name) => !name.endsWith(".test.ts"));
const withText = (text: RegExp) =>
  sources.filter((name) => text.test(readFileSync(join(root, name), "utf8"))).sort();

test.each([
  ["action", ["support/actions/from-ledger.ts"]],
  ["audit_entry", ["support/audit/from-ledger.ts"]],
  ["notification", ["support/notifications/notify.ts"]],
  ["event", ["floor/ledger/record.ts"]],
])("only its own writer adds to %s", (table, writers) => {
  expect(withText(new RegExp(`insertInto\\("${table}"\\)|insert into ${table} \\(`))).toEqual(writers);
});

/** Changes that no event of the ledger covers. */
const unrecorded = [
  "channels/email/probe/publish-return.ts",
  "channels/inbound/client-picture.ts",
  "channels/inbound/close-window.ts",
  "channels/web/visitor/identify.ts",
  // It hands on what is published within it.
  "floor/database/savepoint.ts",
  "sign-in/address/profile.ts",
  "support/bubbles/bubbles.ts",
  "support/drafts/save.ts",
  "support/notes/drafts.ts",
  "support/notices/settings.ts",
  "support/notifications/inbox.ts",
  "support/outgoing/first.ts",
  "support/pins/pin.ts",
  "support/private-chat/append.ts",
  "support/private-chat/read.ts",
  // The end of sight follows from the closing.
  "support/ticket/give-sight.ts",
  "support/tickets/seen.ts",
  "support/views/order.ts",
];

test("a verb of a recorded change publishes nothing itself", () => {
  const publishing = withText(/\bscope\.publish\(/).filter((name) => !/(^|\/)(live|publish)\.ts$/.test(name));
  expect(publishing).toEqual(unrecorded);
  const recording = withText(/\brecord(Each)?\(\s*scope,/);
  expect(recording.length).toBeGreaterThan(30);
  expect(unrecorded.filter((name) => recording.includes(name))).toEqual([]);
});
