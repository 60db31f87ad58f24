import { type EventKind, eventKinds, type FactType } from "@parley/contract/ledger";

const id = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const code = /^[a-z][a-z0-9_]*$/;

const fits: Record<FactType, (value: unknown) => boolean> = {
  id: (value) => id.test(String(value)),
  "id?": (value) => value === null || id.test(String(value)),
  code: (value) => code.test(String(value)),
  "code?": (value) => value === null || code.test(String(value)),
  codes: (value) => Array.isArray(value) && value.every((one) => code.test(one)),
  ids: (value) => Array.isArray(value) && value.every((one) => id.test(String(one))),
  number: Number.isInteger,
  "number?": (value) => value === null || Number.isInteger(value),
};

/** The fields in which an event differs from its kind's declaration. */
export function faultsOf(event: { kind: EventKind; subject_type: string; facts: unknown }): string[] {
  const { subject, facts: shape } = eventKinds[event.kind];
  const facts = event.facts as Record<string, unknown>;
  const types: Readonly<Record<string, FactType>> = shape;
  const names = new Set([...Object.keys(types), ...Object.keys(facts)]);
  return [
    ...(event.subject_type === subject ? [] : [`${event.kind} of a ${event.subject_type}`]),
    ...[...names].flatMap((name) => {
      const type = types[name];
      return type && fits[type](facts[name])
        ? []
        : [`${event.kind}.${name} is ${JSON.stringify(facts[name])}`];
    }),
  ];
}
