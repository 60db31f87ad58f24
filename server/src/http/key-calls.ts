/** Admits the calls of programs: a key in the header, a share per key, and nothing of a browser's. */
import { BlockList, isIPv6 } from "node:net";
import type { Ability } from "@parley/contract/abilities";
import { reasonOf } from "@parley/contract/reasons";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { KeyIdentity } from "../floor/actors/authenticator.ts";
import { mayCall } from "../floor/actors/caller.ts";
import { batchLookUps } from "../floor/actors/look-ups.ts";
import type { Context } from "../floor/context.ts";
import { forbidden, invalid, Refusal, twoStepRequired, unknownKey } from "../floor/errors/errors.ts";
import { createBucket, type Pace, type TokenBucket } from "../floor/limits/token-bucket.ts";
import { costOf, type Weight } from "./agent-calls.ts";
import { checkContentType } from "./content-type.ts";
import { networkOf } from "./network.ts";

/** 600 calls a minute. */
export const keyPace: Pace = { burst: 600, perSecond: 10 };
const sweepAfter = 1_000;

type Reply = Pick<FastifyReply, "header">;

export function createKeyCalls(context: Context) {
  const find = batchLookUps();
  const share = createKeyShares(context.keyPace);
  /** Throws 401, 403 or 429; otherwise the request has its caller. */
  return async function admit(
    request: FastifyRequest,
    reply: FastifyReply,
    needs: Ability,
    changes: boolean,
  ) {
    refuseKeyInAddress(request);
    const { keys } = context;
    const key = keys.keyOf(request);
    const identity = key ? ((await find({ by: keys as never, key })) as KeyIdentity | null) : null;
    if (!identity) {
      reply.header("www-authenticate", 'Bearer realm="Parley"');
      throw unknownKey();
    }
    if (!isWithin(identity.networks, request.ip)) throw forbidden("key_network");
    if (identity.mustSetUpTwoStep) throw twoStepRequired();
    share.consume(identity.keyId, request.routeOptions.config.weight, reply);
    if (changes) checkContentType(request);
    await keys.noteUse(identity, networkOf(request.ip));
    request.caller = keys.callerOf(identity, { needs, beforeTwoStep: false, programs: true });
    if (!mayCall(identity.actor, needs, true)) throw forbidden(reasonOf("key_ability", { ability: needs }));
  };
}

/** An address stays in logs and histories, so a key in it is refused with a hint, valid or not. */
function refuseKeyInAddress({ url }: FastifyRequest): void {
  const query = url.split("?")[1] ?? "";
  if (/(^|[=&])parley_|(^|&)(api_?key|access_token|key|token)=/i.test(query)) throw invalid("key_in_address");
}

/** True for an address of one of the networks, or where there is none. */
export function isWithin(networks: readonly string[], ip: string): boolean {
  if (networks.length === 0) return true;
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", length] = network.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (length === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(length), family);
  }
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip.split("%")[0] ?? ip;
  return list.check(plain, isIPv6(plain) ? "ipv6" : "ipv4");
}

/** Each key has a share of this process, which the answer's headers tell (draft-ietf-httpapi-ratelimit-headers-10). */
export function createKeyShares(pace: Pace, now: () => number = () => performance.now()) {
  const buckets = new Map<string, TokenBucket>();
  let sweepAt = sweepAfter;
  const window = Math.ceil(pace.burst / pace.perSecond);
  return {
    consume(keyId: string, weight: Weight | undefined, reply: Reply): void {
      const cost = costOf(weight);
      const bucket = buckets.get(keyId) ?? createBucket(pace, now);
      buckets.set(keyId, bucket);
      const consumed = bucket.consume(cost);
      const full = Math.ceil(bucket.waitFor(pace.burst) / 1000);
      reply.header("ratelimit-policy", `"key";q=${pace.burst};w=${window}`);
      reply.header("ratelimit", `"key";r=${bucket.left()};t=${full}`);
      if (!consumed) {
        reply.header("retry-after", String(Math.ceil(bucket.waitFor(cost) / 1000)));
        throw new Refusal(429, "too_many_calls", "too_many_calls");
      }
      if (buckets.size <= sweepAt) return;
      for (const [id, one] of buckets) if (one.isFull()) buckets.delete(id);
      sweepAt = buckets.size + sweepAfter;
    },
  };
}
