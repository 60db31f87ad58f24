import type { Colleague, Presence } from "@parley/contract/agents";

/** Sets one colleague online or offline. An unknown id, and a list not fetched yet, stay as they are. */
export function applyPresence(
  colleagues: Colleague[] | undefined,
  id: string,
  status: Presence,
): Colleague[] | undefined {
  const known = colleagues?.some((colleague) => colleague.userid === id && colleague.status !== status);
  if (!colleagues || !known) return colleagues;
  return colleagues.map((colleague) => (colleague.userid === id ? { ...colleague, status } : colleague));
}
