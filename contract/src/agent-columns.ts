/** The columns by which the agent table is sorted. */
export const agentColumns = [
  ...(["name", "email", "department_name", "created_on"] as const),
  ...(["last_logged_on", "status", "admin", "disabled"] as const),
] as const;
export type AgentColumn = (typeof agentColumns)[number];
