import type { AgentPage } from "./agent-page.ts";
import type { AgentName } from "./company-plan.ts";
import type { PhoneClient } from "./phone-client.ts";

type People = { agent: AgentPage; colleague: AgentPage; client: PhoneClient };

/** The client writes, Mira accepts and has the ticket on screen; a colleague has the list of tickets. */
export async function beginHandled(
  { agent, colleague, client }: People,
  text: string,
  colleagues: AgentName = "ingrid",
): Promise<void> {
  await agent.signIn("mira");
  await colleague.signIn(colleagues);
  await client.write(text);
  await agent.accept(client.name);
  await agent.bubble(text).waitFor();
  await agent.page.locator("body").press("Escape");
  await agent.open(client.name);
}
