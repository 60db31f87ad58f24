import { CAPABILITIES } from "./capabilities.ts";
import { close, create, examine, list, lsub, select, status, unselect } from "./folders.ts";
import { append, copy, expunge, fetch, move, search, store } from "./mails.ts";
import { Refusal } from "./refusal.ts";
import type { Command } from "./session.ts";
import { authenticate, login } from "./sign-in.ts";

const noop: Command = () => "";

const capability: Command = (session) => {
  session.untagged(`CAPABILITY ${CAPABILITIES}`);
  return "";
};

const id: Command = (session) => {
  session.untagged('ID ("name" "Parley simulator")');
  return "";
};

const namespace: Command = (session) => {
  session.untagged('NAMESPACE (("" "/")) NIL NIL');
  return "";
};

/** RFC 2177: sends news as they come, until the client says DONE. */
const idle: Command = async ({ wire, selection, fault }) => {
  wire.releaseHeld();
  wire.write(`+ idling\r\n${selection.news({ expunged: true })}`);
  // The client gets no news, as on a connection that a router forgot.
  const isSilent = fault?.kind === "acceptThenHang";
  const stop = selection.folder.listen(() => {
    if (!isSilent) wire.write(selection.news({ expunged: true }));
  });
  try {
    const line = await wire.readLine();
    wire.hold();
    if (line.toUpperCase() !== "DONE") throw new Refusal("BAD", "Expected DONE");
    return "";
  } finally {
    stop();
  }
};

const logout: Command = (session) => {
  session.untagged("BYE Goodbye");
  session.loggedOut = true;
  return "";
};

export const commands: Record<string, Command> = {
  append,
  authenticate,
  capability,
  check: noop,
  close,
  copy,
  create,
  examine,
  expunge,
  fetch,
  id,
  idle,
  list,
  login,
  logout,
  lsub,
  move,
  namespace,
  noop,
  search,
  select,
  status,
  store,
  subscribe: noop,
  unselect,
  unsubscribe: noop,
};
