/** Many agents who connect at once through two processes, and leave again. */
import { createHash, randomBytes } from "node:crypto";
import { io, type Socket } from "socket.io-client";
import type { Report } from "../faults/report.ts";
import { until } from "../faults/stage.ts";
import type { Desk } from "../outside/desk.ts";
import type { Programs } from "./programs.ts";
import { type Cluster, closeCluster, openCluster } from "./scenarios.ts";

const arrivals = 2_000;
/** The number of sockets that connect at the same time. */
const together = 50;
const within = 60_000;

type Agent = { id: string; cookie: string };
type Presence = { id: string; others?: string[] };

/** Each process shows each arrival and each departure once, in this order. */
export async function arrivalStorm(programs: Programs, report: Report): Promise<void> {
  const cluster = await openCluster(programs, report);
  try {
    const { stage, other } = cluster;
    report.begin(`${arrivals} agents come through two processes, and go`);
    const agents = await plantAgents(stage.desk, cookieNameOf(cluster));
    const own = new Set(agents.map(({ id }) => id));
    const watchers = [stage.desk, other].map(({ url }) => watch(cluster, url, own));
    await Promise.all(watchers.map((watcher) => watcher.connected));
    const startedAt = performance.now();
    const sockets = await connectAll(cluster, agents);
    const come = () => watchers.every(({ came }) => came.length >= arrivals);
    const late = await until("they are shown", come, within);
    const took = ((performance.now() - startedAt) / 1000).toFixed(1);
    await report.check("P4", `both processes show all of them, after ${took} s`, late);
    const lost = sockets.filter((socket) => !socket.connected).length;
    await report.check("", "no connection broke off", lost > 0 ? [`${lost} did`] : []);
    for (const socket of sockets) socket.disconnect();
    const gone = () => watchers.every(({ left }) => left.length >= arrivals);
    await report.check("P4", "both show that they went", until("none is shown", gone, within));
    for (const [at, watcher] of watchers.entries())
      await report.check("P4", `process ${at + 1}: each once, and gone after coming`, watcher.findings());
    for (const { socket } of watchers) socket.disconnect();
  } finally {
    await closeCluster(cluster);
  }
}

const cookieNameOf = ({ stage }: Cluster) => stage.house.people.ingrid.cookie.split("=")[0] ?? "";

/** Colleagues of Mira's, each with a session. */
async function plantAgents(desk: Desk, cookieName: string): Promise<Agent[]> {
  const tokens = Array.from({ length: arrivals }, () => randomBytes(32).toString("base64url"));
  const hashes = tokens.map((token) => `\\x${createHash("sha256").update(token).digest("hex")}`);
  const rows = await desk.query<{ id: string; n: number }>(
    `with planted as (
       insert into agent select (jsonb_populate_record(mira, jsonb_build_object('id', gen_random_uuid(),
           'username', 'storm-' || n, 'email', 'storm-' || n || '@harbour.example'))).*
         from agent mira, generate_series(1, $1::integer) n where mira.first_name = 'Mira' returning id, company_id, username)
     insert into session (token_hash, company_id, agent_id, created_on, last_used_on, expires_on, user_agent, address)
       select ($2::bytea[])[substr(username, 7)::integer], company_id, id, now(), now(), now() + interval '1 hour', 'storm', '127.0.0.1'
         from planted
       returning agent_id as id, array_position($2::bytea[], token_hash) as n`,
    [arrivals, hashes],
  );
  return rows.map(({ id, n }) => ({ id, cookie: `${cookieName}=${tokens[n - 1]}` }));
}

function connect({ stage }: Cluster, url: string, cookie: string): Socket {
  const headers = { cookie, origin: stage.desk.url };
  return io(url, { transports: ["websocket"], forceNew: true, reconnection: false, extraHeaders: headers });
}

const connected = (socket: Socket) =>
  new Promise<void>((resolve, reject) => void socket.once("connect", resolve).once("connect_error", reject));

/** Connects alternately through the two processes. */
async function connectAll(cluster: Cluster, agents: Agent[]): Promise<Socket[]> {
  const urls = [cluster.stage.desk.url, cluster.other.url];
  const sockets: Socket[] = [];
  const waiting = agents.entries();
  const next = async () => {
    for (const [at, { cookie }] of waiting) {
      const socket = connect(cluster, urls[at % 2] ?? "", cookie);
      sockets.push(socket);
      await connected(socket);
    }
  };
  await Promise.all(Array.from({ length: together }, next));
  return sockets;
}

/** The events of these agents that an administrator at one process gets. */
function watch(cluster: Cluster, url: string, own: Set<string>) {
  const socket = connect(cluster, url, cluster.stage.house.people.ingrid.cookie);
  const came: string[] = [];
  const left: string[] = [];
  const early: string[] = [];
  const heard = ({ id, others = [] }: Presence) => [id, ...others].filter((one) => own.has(one));
  socket.on("userLogin", (presence: Presence) => came.push(...heard(presence)));
  socket.on("userLogout", (presence: Presence) => {
    const gone = heard(presence);
    early.push(...gone.filter((id) => !came.includes(id)));
    left.push(...gone);
  });
  const twice = (ids: string[]) => ids.length - new Set(ids).size;
  return {
    ...{ socket, came, left },
    connected: connected(socket),
    findings: () => [
      ...(twice(came) > 0 ? [`${twice(came)} came twice`] : []),
      ...(twice(left) > 0 ? [`${twice(left)} went twice`] : []),
      ...(early.length > 0 ? [`${early.length} went before they came`] : []),
    ],
  };
}
