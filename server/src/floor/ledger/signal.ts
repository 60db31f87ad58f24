/** Signals this process's relay that an event was committed. In a process without a relay the others find it. */
export type RelaySignal = {
  nudge(): void;
  onNudge(listener: (() => void) | null): void;
  /** The names of the subscribers whose cursors this process has found or made. */
  started: Set<string>;
};

export function createRelaySignal(): RelaySignal {
  let listener: (() => void) | null = null;
  return {
    started: new Set(),
    nudge: () => listener?.(),
    onNudge(next) {
      listener = next;
    },
  };
}
