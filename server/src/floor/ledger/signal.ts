/** Signals this process's relay that an event was committed. In a process without a relay the others find it. */
export type RelaySignal = { nudge(): void; onNudge(listener: (() => void) | null): void };

export function createRelaySignal(): RelaySignal {
  let listener: (() => void) | null = null;
  return {
    nudge: () => listener?.(),
    onNudge(next) {
      listener = next;
    },
  };
}
