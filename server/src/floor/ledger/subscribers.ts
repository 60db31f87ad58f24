/** The three kinds of subscribers of the ledger. The list is `server/src/app/subscribers.ts`: the ledger imports no feature. */
import type { EventKind, Facts } from "@parley/contract/ledger";
import type { Kysely } from "kysely";
import type { Database } from "../database/schema.ts";
import type { Scope } from "../database/scope.ts";
import type { LedgerEvent } from "./event.ts";

/** Writes rows that commit with the event. */
export type InTransaction = {
  kinds: readonly EventKind[];
  handle(scope: Scope, event: LedgerEvent): Promise<void>;
};

/** The scope of a subscriber that acts after the commit: it has no database. */
export type Publishing = Pick<Scope, "companyId" | "actor" | "now" | "publish" | "afterCommit" | "live">;

/** Publishes from the values at hand, after the commit or never; it reads nothing. */
export type AfterCommit = {
  kinds: readonly EventKind[];
  handle(scope: Publishing, event: LedgerEvent): void;
};

/** Subscribes to some kinds of events; the subscriber gets no other. */
export const inTransaction = <Kind extends EventKind>(
  kinds: readonly Kind[],
  handle: (scope: Scope, event: LedgerEvent<Kind>) => Promise<void>,
): InTransaction => ({ kinds, handle: handle as InTransaction["handle"] });

export const afterCommit = <Kind extends EventKind>(
  kinds: readonly Kind[],
  handle: (scope: Publishing, event: LedgerEvent<Kind>) => void,
): AfterCommit => ({ kinds, handle: handle as AfterCommit["handle"] });

/** An event as it stands in the ledger. */
export type PlacedEvent<Kind extends EventKind = EventKind> = {
  [Name in Kind]: { companyId: string; kind: Name; subject: string; facts: Facts<Name>; place: number };
}[Kind];

/** Reads the ledger by position, after the commit. Its rows commit with its cursor, so each event counts once. */
export type ByCursor = {
  /** The name of its cursor. */
  name: string;
  kinds: readonly EventKind[];
} & (
  | { handle(db: Kysely<Database>, event: PlacedEvent): Promise<void> }
  /** Handles all events of its kinds between two positions in one statement: for frequent kinds. */
  | {
      handleAll(
        db: Kysely<Database>,
        kinds: readonly EventKind[],
        after: number,
        until: number,
      ): Promise<void>;
    }
);

export type Subscribers = {
  inTransaction: readonly InTransaction[];
  afterCommit: readonly AfterCommit[];
  byCursor: readonly ByCursor[];
};

declare module "../database/scope.ts" {
  interface Provided {
    subscribers: Subscribers;
  }
}
