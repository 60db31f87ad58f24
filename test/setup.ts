/** Set-up of every test: no unexpected console.error, no connection that leaves this machine, patience. */
import { Socket } from "node:net";
import { afterEach, beforeEach, vi } from "vitest";

const unexpected: string[] = [];

beforeEach(() => {
  unexpected.length = 0;
});

// A test that expects an error spies on console.error, and its spy replaces this.
console.error = (...words: unknown[]) => {
  unexpected.push(words.map(String).join(" "));
};

afterEach(() => {
  if (unexpected.length === 0) return;
  const said = unexpected.splice(0).join("\n");
  throw new Error(`console.error was called:\n${said}`);
});

// Files of one worker share Socket, and this runs for each of them.
const { connect } = Socket.prototype;
if (connect.name !== "connectHere") {
  Socket.prototype.connect = function connectHere(this: Socket, ...args: unknown[]) {
    const target = destination(args);
    if (target !== null) {
      throw new Error(`A test tried to reach ${target}; the network is closed but for this machine`);
    }
    return Reflect.apply(connect, this, args);
  };
}

// Other processes and the database may take ten times as long on a busy machine. One second is the default.
const { waitFor } = vi;
if (waitFor.name !== "waitPatiently") {
  vi.waitFor = function waitPatiently(check, options) {
    return waitFor(check, typeof options === "number" ? options : { timeout: 15_000, ...options });
  };
}

/** The outside host of a connection, or null for this machine. */
function destination(args: unknown[]): string | null {
  // node:net calls itself with an array of the normalised arguments.
  const [first, second] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
  const options =
    typeof first === "object" && first !== null ? (first as { host?: string; path?: string }) : null;
  if (options?.path || (typeof first === "string" && !/^\d+$/.test(first))) return null;
  const host = options ? options.host : typeof second === "string" ? second : undefined;
  return !host || /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/.test(host) ? null : host;
}
