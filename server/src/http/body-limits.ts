/** Limits the size and duration of a body, and the memory of all. `form.ts` limits an upload's size. */
import type { CallAbility } from "@parley/contract/abilities";
import type { FastifyRequest } from "fastify";
import type { Config } from "../floor/config/config.ts";
import { bodyTooSlow, notReady, type Refusal, tooManyBodies } from "../floor/errors/errors.ts";
import type { App } from "./app.ts";
import { BodyRoom, type HeldBody } from "./body-room.ts";
import { hasBody, isUpload } from "./content-type.ts";
import { networkOf } from "./network.ts";

type Pace = { every: number; bytes: number };

declare module "fastify" {
  interface FastifyContextConfig {
    /** Milliseconds from the headers to the end of the body; uploads have no such limit. */
    bodyTime?: number;
    /** The bytes that have to come within so many milliseconds, or the body is too slow. */
    bodyPace?: Pace;
    /** Bytes of the body held in memory at most: the rest goes to a file. */
    bodyMemory?: number;
  }
  interface FastifyRequest {
    /** The company of the channel whose address is called. */
    calledCompany?: string;
    /** The headers show that the caller is the channel's provider; otherwise a signature over the body does. */
    isProvider?: boolean;
  }
}

/**
 * Limits in bytes. A text of 16 000 characters takes six times as many when each is escaped; providers send any size.
 */
export const bodySizes = { public: 2 ** 16, webhook: 2 ** 20, signedIn: 2 ** 17, long: 2 ** 21 };

function bodySizeOf(ability: CallAbility): number {
  if (ability === "public" || ability === "webhook") return bodySizes[ability];
  return ability === "visitor" ? bodySizes.public : bodySizes.signedIn;
}

/** Milliseconds. */
export const bodyTime = 30_000;
/** A phone that enters a tunnel is slow for some seconds. */
const paces: Record<"body" | "upload", Pace> = {
  body: { every: 10_000, bytes: 2 ** 10 },
  upload: { every: 30_000, bytes: 2 ** 15 },
};
/** Unfinished bodies of one network address, or company, at once; an office's calls end within a moment. */
const mostUnfinished = 200;
/** Bytes of an upload on its way to its file. */
const uploadMemory = 2 ** 17;
/** The shares of the memory, and the parts of each. */
const shares = {
  /** Callers who show neither a session nor a channel's address. */
  strangers: { all: 1 / 4, network: 1 / 16 },
  /**
   * Callers who know a channel's address, until the signature over the body is checked. A company has room for a
   * mail of the largest size beside another network's part.
   */
  callers: { all: 1 / 2, company: 15 / 32, network: 1 / 8 },
  /** Agents, and providers who have shown a channel's secret. */
  known: { all: 1 / 4, company: 1 / 8 },
};

/** `part`: the one whose bodies are counted. */
type BodySlot = { room: BodyRoom; part: string; mostOf: Map<string, number> };

function slotsOf(bytes: number): (request: FastifyRequest) => BodySlot {
  const { strangers, callers, known } = shares;
  const rooms = {
    strangers: new BodyRoom(bytes * strangers.all),
    callers: new BodyRoom(bytes * callers.all),
    known: new BodyRoom(bytes * known.all),
  };
  return ({ caller, calledCompany, isProvider, ip }) => {
    const network = networkOf(ip);
    const proven: string | undefined = caller?.companyId ?? (isProvider ? calledCompany : undefined);
    if (proven)
      return { room: rooms.known, part: proven, mostOf: new Map([[proven, bytes * known.company]]) };
    if (calledCompany === undefined)
      return {
        room: rooms.strangers,
        part: network,
        mostOf: new Map([[network, bytes * strangers.network]]),
      };
    const part = `${calledCompany} ${network}`;
    const mostOf = new Map([
      [part, bytes * callers.network],
      [calledCompany, bytes * callers.company],
    ]);
    return { room: rooms.callers, part, mostOf };
  };
}

/**
 * Answers 408 to a body that does not end or hardly comes, 429 to one that has held the most memory for the longest
 * when it is short, and to the next of a network or company with too many unfinished ones. The received bytes are
 * freed.
 */
export function limitBodies(app: App, { bodiesUnderWayMb }: Pick<Config, "bodiesUnderWayMb">): void {
  const slotOf = slotsOf(bodiesUnderWayMb * 2 ** 20);
  const cuts = new Set<(refusal: Refusal) => void>();
  // A slow body does not delay a stop.
  app.addHook("preClose", async () => {
    for (const cut of cuts) cut(notReady());
  });
  app.addHook("onRoute", (route) => {
    const ability = route.config?.ability;
    if (ability) route.bodyLimit ??= bodySizeOf(ability);
  });
  app.addHook("preParsing", async (request, reply) => {
    const { raw, routeOptions } = request;
    if (raw.complete || !hasBody(request)) return;
    const upload = isUpload(request);
    const { config } = routeOptions;
    const most = config.bodyMemory ?? (upload ? uploadMemory : Number.POSITIVE_INFINITY);
    const longest = upload ? Number.POSITIVE_INFINITY : (config.bodyTime ?? bodyTime);
    const { room, part, mostOf } = slotOf(request);
    if (!upload && room.count(part) >= mostUnfinished) throw tooManyBodies();

    let received = 0;
    const startedAt = performance.now();
    const count = ({ length }: Buffer) => {
      const counted = Math.min(length, Math.max(0, most - received));
      received += length;
      if (counted > 0) held.grow(counted);
    };
    const pace = config.bodyPace ?? (upload ? paces.upload : paces.body);
    let before = 0;
    const timer = setInterval(
      () => {
        const isLate = performance.now() - startedAt >= longest;
        if (isLate || received - before < pace.bytes) cut(bodyTooSlow());
        before = received;
      },
      Math.min(pace.every, longest),
    );
    const held: HeldBody = room.enter(mostOf, () => cut(tooManyBodies()));
    cuts.add(cut);
    // The reader begins later: a stream with a listener would flow at once.
    raw.pause().on("data", count);
    raw.once("end", settle).once("close", settle);
    // The rest of a body that is answered already is read and discarded.
    reply.raw.once("finish", settle);

    function settle() {
      clearInterval(timer);
      raw.off("data", count);
      cuts.delete(cut);
      held.leave();
    }
    function cut(refusal: Refusal) {
      settle();
      // The parser answers with the error and closes. Where no parser reads, the connection is closed without an answer.
      if (!upload && raw.listenerCount("error") > 0) raw.emit("error", withStatus(refusal));
      else raw.destroy();
    }
  });
}

/** Fastify treats an error of the body's stream as the caller's fault unless it has its own status. */
const withStatus = (refusal: Refusal) => Object.assign(refusal, { statusCode: refusal.status });
