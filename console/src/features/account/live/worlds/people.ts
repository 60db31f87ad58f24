import type { AgentList, Colleague } from "@parley/contract/agents";
import { keys } from "../../../../api/queries.ts";
import { agentRow, agents, profileOf } from "../../../../sample/build.ts";
import type { World } from "./world.ts";

const { ingrid } = agents;

export const people: Record<string, World> = {
  people: {
    proves: [
      ...(["newUser", "updateAgentRow", "totalOnlineAgents", "userLogin", "userLogout"] as const),
      ...(["updateAgent", "updateProfile"] as const),
    ],
    steps: ["joins", "changes", "signs in", "signs out", "renames", "own language"],
    viewer: ingrid,
    start() {
      const rows = new Map([["0", agentRow("Ada 0", { userid: "0" })]]);
      let profile = profileOf(ingrid);
      const list = (): AgentList => ({
        agents: [...rows.values()],
        onlineAgents: [...rows.values()].filter(({ status }) => status === "online").length,
        totalAgents: rows.size,
        foundAgents: rows.size,
      });
      const seenAs = (row: ReturnType<typeof agentRow>): Colleague => ({
        ...colleagueFields(row),
        status: row.status,
      });
      return {
        answers: () => [
          [keys.agentList, list()],
          [keys.colleagues, [...rows.values()].map(seenAs).sort(byName)],
          [keys.profile, profile],
        ],
        step(does, which, text) {
          const userid = String(which);
          const known = rows.get(userid);
          if (does === "own language") {
            profile = { ...profile, lang: which % 2 ? "nl" : "ja" };
            return [{ name: "updateProfile", payload: profile }];
          }
          if (does === "joins") {
            if (known) return [];
            const row = agentRow(`Ada ${which}`, { userid });
            rows.set(userid, row);
            return [
              { name: "newUser", payload: row },
              { name: "updateAgent", payload: { ...seenAs(row), enabled: true } },
            ];
          }
          if (!known) return [];
          if (does === "signs in" || does === "signs out") {
            const status = does === "signs in" ? "online" : "offline";
            rows.set(userid, { ...known, status });
            return [
              { name: status === "online" ? "userLogin" : "userLogout", payload: { id: userid } },
              { name: "totalOnlineAgents", payload: list().onlineAgents },
            ];
          }
          const row =
            does === "renames"
              ? { ...known, first_name: `${lettersOf(text).slice(0, 3)}X` }
              : { ...known, role: which % 2 ? ("admin" as const) : ("moderator" as const) };
          rows.set(userid, row);
          return [
            { name: "updateAgentRow", payload: row },
            { name: "updateAgent", payload: { ...seenAs(row), enabled: true } },
          ];
        },
      };
    },
  },
  invitations: {
    proves: ["invitationsChanged"],
    steps: ["invites"],
    viewer: ingrid,
    start() {
      const invited: string[] = [];
      return {
        answers: () => [[keys.invitations, [...invited]]],
        step(_does, _which, text) {
          invited.push(text);
          return [{ name: "invitationsChanged", payload: {} }];
        },
      };
    },
  },
};

const colleagueFields = ({ userid, first_name, last_name, email, ...row }: ReturnType<typeof agentRow>) => ({
  ...{ userid, id: userid, first_name, last_name, email, profile_pic: row.profile_pic },
  ...{ department: row.department_name, departmentid: row.departmentid, departmentids: row.departmentids },
});
/** A name has no space at its ends, and names that differ only in spaces and signs have no order. */
const lettersOf = (text: string) => text.replaceAll(/\P{L}/gu, "");
const byName = (a: Colleague, b: Colleague) =>
  `${a.first_name} ${a.last_name}`.localeCompare(`${b.first_name} ${b.last_name}`);
