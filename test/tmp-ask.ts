import { createPool } from "../server/src/floor/database/pool.ts";
import { agentActor } from "../server/src/floor/actors/actor.ts";
import { inCompanyAs } from "../server/src/floor/database/scope.ts";
import { searchEverything } from "../server/src/support/search/search.ts";
import { wordOf } from "./bench/scale-data.ts";
import { quiet } from "./log.ts";
import { workContext } from "./bench/work-context.ts";
import { readFileSync } from "node:fs";
const { url, scales } = JSON.parse(readFileSync("/tmp/search-scale.log", "utf8"));
const pool = createPool(url, { log: quiet });
const context = workContext(pool);
const { companyId, agentId: id, departmentId: departmentid } = scales.large;
for (const role of ["admin", null] as const) {
const actor = agentActor({ companyId, id, role: role as never, departmentid, departmentids: [departmentid], name: "bench" });
const qs: [string, any?][] = [[wordOf(2)], [wordOf(90)], [wordOf(1700)], [wordOf(35000)], ["xylograph"], ["ba"], ["ez"], [`${wordOf(90)} ${wordOf(1700)}`], ["返金"], [`from:${wordOf(5100)}`], ["status:open"], ["after:2025-12-01 "+wordOf(90)], ["a"], ["invoice"], ["kestrel.example"]];
for (const [q, kind] of qs) {
  const times: number[] = [];
  let n = "";
  for (let r = 0; r < 12; r++) { const s = performance.now();
    try { const a = await inCompanyAs(context, actor, (scope) => searchEverything(scope, { q, kind } as never));
    n = a.groups.map((g: any) => `${g.kind}:${g.hits.length}${g.cursor ? "+" : ""}${g.bounded ? "b" : ""}`).join(" "); } catch (e) { n = String(e); }
    times.push(performance.now() - s); }
  times.sort((a, b) => a - b);
  console.log(role, q.padEnd(30), times[6]!.toFixed(1), times[11]!.toFixed(1), n);
}}
await pool.end();
