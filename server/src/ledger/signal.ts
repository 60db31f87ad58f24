/** Tells this process's relay that an event was committed. A process that has no relay running leaves it to the others. */
export type RelaySignal = { nudge(): void; onNudge(hear: (() => void) | null): void };

export function createRelaySignal(): RelaySignal {
  let listener: (() => void) | null = null;
  return {
    nudge: () => listener?.(),
    onNudge(hear) {
      listener = hear;
    },
  };
}
