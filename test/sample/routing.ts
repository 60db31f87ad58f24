/** Routing of the sample company: one department offers its tickets, to agents with languages, skills, a shift and a colleague who is away. */
import type { AgentList } from "@parley/contract/agents";
import type { Department } from "@parley/contract/departments";
import type { TagList } from "@parley/contract/tags";
import type { DeskClient } from "./desk-client.ts";

/** The client's urgent ticket waits in that department, with a tag that is a skill. */
export async function plantRouting(admin: DeskClient, clientName: string): Promise<void> {
  const departments = await admin.get<Department[]>("/auth/get-departments");
  const departmentid = departments.find(({ department_name }) => department_name === "Refunds")?.departmentid;
  const { agents } = await admin.get<AgentList>("/admin/get-all-agents?limit=50");
  const idOf = (firstName: string) => agents.find(({ first_name }) => first_name === firstName)?.userid ?? "";
  const { tags } = await admin.get<TagList>("/tags");
  const skills = tags.filter(({ name }) => name === "Refund").map(({ tagid }) => tagid);
  const ways = { mode: "round_robin", offer_minutes: 5, previous_days: 14, grace_seconds: 60 };
  await admin.post("/change-routing", { departmentid, ...ways, weights: { email: 2 } });
  const settings = { capacity: 4, languages: ["en"], skills: [], shift: null };
  const weekdays = { from: "08:00", to: "18:00", days: [0, 1, 2, 3, 4], time_zone: null };
  const own = [
    { userid: idOf("Naledi"), languages: ["en", "es", "af"], skills },
    { userid: idOf("Tomáš"), capacity: 2, skills, shift: weekdays },
    { userid: idOf("Emre"), languages: ["en", "tr"] },
  ];
  for (const one of own) await admin.post("/change-agent-routing", { ...settings, ...one });
  await admin.post("/set-away", { userid: idOf("Emre"), away: true, coverid: idOf("Naledi") });
  const { ticketid } = await admin.ticketOf(clientName);
  await admin.post("/ticket/change-tags", { ticketid, add: skills });
  await admin.post("/ticket/set-priority", { ticketid, priority: "urgent" });
  await admin.post("/ticket/change-department", { ticketid, newDepartment: departmentid });
}
