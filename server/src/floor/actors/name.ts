/** An agent's name as colleagues and clients read it. */
export function agentName(agent: { first_name: string; last_name: string }): string {
  return `${agent.first_name} ${agent.last_name}`.trim();
}
