/** An event that did not happen, for trying a receiver out. It says so with `example`. */
import { type EventKind, eventKinds, type FactType } from "@parley/contract/ledger";
import type { ProgramEventType } from "@parley/contract/program-events";
import type { SentEvent } from "./body.ts";
import type { DeliveryRow } from "./claim.ts";

type Sample = Pick<DeliveryRow, "kind" | "subject_id" | "number" | "created_on">;

export function exampleOf({ kind, subject_id: id, number, created_on }: Sample): SentEvent {
  const { subject, facts } = eventKinds[kind as EventKind];
  const sampled = Object.entries<FactType>(facts).map(([name, type]) => [name, samples[type](id)]);
  return {
    id: `${id}_${number}`,
    type: kind as ProgramEventType,
    time: created_on.toISOString(),
    actor: { kind: "desk", id: null },
    subject: { type: subject, id, number },
    facts: Object.fromEntries(sampled),
    example: true,
  };
}

const samples: Record<FactType, (id: string) => unknown> = {
  id: (id) => id,
  "id?": () => null,
  code: () => "example",
  "code?": () => null,
  codes: () => ["example"],
  ids: (id) => [id],
  number: () => 1,
  "number?": () => null,
};
