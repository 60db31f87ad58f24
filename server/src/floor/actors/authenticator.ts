/**
 * The authentication methods. Each finds the identity of one kind of credential; HTTP and sockets use the same list.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { CallActor, ProgramActor } from "./actor.ts";
import type { Asked, Caller } from "./caller.ts";

export type Credentials = { headers: IncomingHttpHeaders; cookies: Record<string, string | undefined> };

export type Identity<A extends CallActor = CallActor> = {
  /** A hash of the credential, useless as a credential. */
  key: string;
  /** The actor, with the rights as of the look-up. A unit of work reads them again. */
  actor: A;
  expires: Date | null;
  /** The company requires a second step and the agent has none: they may only set it up. */
  mustSetUpTwoStep: boolean;
};

export type Authenticator<I extends Identity = Identity> = {
  /** The key of the credential that a request carries; null when it carries none of this kind. */
  keyOf(credentials: Credentials): string | null;
  /** Finds the valid identities among them, in one statement. */
  find(keys: string[]): Promise<I[]>;
  /** Called for calls: extends an identity that expires when unused. */
  use(identity: I): Promise<I>;
  callerOf(identity: I, asked: Asked): Caller<I["actor"]>;
};

/** The identity of a key. */
export type KeyIdentity = Identity<ProgramActor> & {
  keyId: string;
  /** The networks from which the key is valid, in CIDR notation; none means from everywhere. */
  networks: readonly string[];
};

/** The keys of programs, which only the calls for programs accept. */
export type KeyAuthenticator = Authenticator<KeyIdentity> & {
  /** Keeps the day and network of the key's last use. */
  noteUse(identity: KeyIdentity, network: string): Promise<void>;
};

/** A credential, not yet looked up. */
export type Presented = { by: Authenticator; key: string };

/** The first credential of a request; null when it carries none. */
export function presentedBy(authenticators: Authenticator[], credentials: Credentials): Presented | null {
  for (const by of authenticators) {
    const key = by.keyOf(credentials);
    if (key) return { by, key };
  }
  return null;
}
