import type { Colleague, Presence } from "@parley/contract/agents";

/** Sets colleagues online or offline. Unknown ids, and a list not fetched yet, stay as they are. */
export function applyPresence(
  colleagues: Colleague[] | undefined,
  ids: ReadonlySet<string>,
  status: Presence,
): Colleague[] | undefined {
  const known = colleagues?.some((colleague) => ids.has(colleague.userid) && colleague.status !== status);
  if (!colleagues || !known) return colleagues;
  return colleagues.map((colleague) => (ids.has(colleague.userid) ? { ...colleague, status } : colleague));
}
