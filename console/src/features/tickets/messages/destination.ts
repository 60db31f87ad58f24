/** A message to show, wherever it is in its ticket. */
export type Destination = { messageid: string; seq: number };
