/**
 * Receives a provider's events: one transaction per event. A repeat changes nothing, by an index; the loser of a race
 * retries and finds the winner's rows.
 */
import { limits } from "@parley/contract/limits";
import { discardUnlessKept } from "../../files/discard.ts";
import type { Context } from "../../floor/context.ts";
import { isDuplicate } from "../../floor/database/duplicate.ts";
import { type DeskActor, inCompany, type Options, type Scope } from "../../floor/database/scope.ts";
import { isUnavailable } from "../../floor/database/unavailable.ts";
import { type Received, readReceived } from "../../support/messages/append.ts";
import { recordActivity } from "../accounts/health.ts";
import { moveCursor } from "../accounts/lease.ts";
import type { Channel, IncomingEvent } from "../seam/adapter.ts";
import { receiveMove } from "./identity.ts";
import { type LongText, saveLongText } from "./long-text.ts";
import { receiveDelete } from "./receive-delete.ts";
import { receiveEdit } from "./receive-edit.ts";
import { receiveMessage } from "./receive-message.ts";
import { receiveReceipt } from "./receive-receipt.ts";
import { receiveTemplate } from "./receive-template.ts";
import { isPlain, publishPlain, receiveInTurn } from "./receive-together.ts";
import {
  receiveRating,
  receiveReachable,
  receiveReaction,
  receiveReactionFailure,
} from "./receive-update.ts";
import { type Receiving, Repeated } from "./receiving.ts";

const attempts = 5;

/**
 * Resolves once every event is committed. Throws where the provider must repeat: at once when the database cannot be
 * asked, and after the others when one event could not be stored.
 */
export async function receive(context: Context, channel: Channel, events: IncomingEvent[]): Promise<void> {
  await forEachOf(events, (event) => receiveWhole(context, channel, event));
  if (events.length > 0) await recordActivity(context, channel, "last_in_on");
}

/** A failure does not stop the others; its error is thrown at the end. */
export async function forEachOf<One>(all: One[], work: (one: One) => Promise<void>): Promise<void> {
  const errors: unknown[] = [];
  for (const one of all) {
    try {
      await work(one);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

type Decided = {
  decide(scope: Scope<DeskActor>): Promise<IncomingEvent[]>;
  /** The channel's position afterwards, even when the events changed nothing. */
  cursor?: object | null;
  /** SQL that stores most events in the round trip that begins the unit of work; `decide` is then not called. */
  first?: Options["first"];
  /**
   * Reads in the same unit of work what was stored, also by `first`. It is skipped when a repeat undoes the unit of
   * work.
   */
  after?(scope: Scope<DeskActor>, received: Received | undefined): Promise<void>;
};

/**
 * Receives events that depend on stored rows: they are decided in the unit of work that stores them, and again when it
 * loses a race.
 */
export async function receiveDecided(
  context: Context,
  channel: Channel,
  { decide, cursor = null, first, after }: Decided,
): Promise<void> {
  const moved = (scope: Scope) => (cursor ? moveCursor(scope, context, channel.id, cursor) : undefined);
  const work = async (scope: Scope<DeskActor>, [row]: unknown[]) => {
    const received = row ? readReceived(row) : undefined;
    const receiving = { scope, channel, context, longText: null };
    if (received) await publishPlain(receiving, received);
    else for (const event of await decide(scope)) await receiveEvent(receiving, event);
    await moved(scope);
    await after?.(scope, received);
  };
  const stored = await workOnce(context, channel, work, first);
  if (!stored && cursor) await workOnce(context, channel, async (scope) => void (await moved(scope)));
  await recordActivity(context, channel, "last_in_on");
}

async function receiveWhole(context: Context, channel: Channel, event: IncomingEvent): Promise<void> {
  const tooLong = tooLongIn(event);
  const longText = tooLong === undefined ? null : await saveLongText(context, channel.companyId, tooLong);
  try {
    await receiveOne(context, channel, event, longText);
  } finally {
    // A repeat, an older edit and a blocked client's message name no file; neither does a rolled back one.
    if (longText) await discardUnlessKept(context, channel.companyId, longText.stored, null);
  }
}

/** The text or caption of an event that is over the limit. */
function tooLongIn(event: IncomingEvent): string | undefined {
  if (event.kind !== "message" && event.kind !== "edit") return undefined;
  return [event.content, event.caption ?? ""].find(({ length }) => length > limits.messageText);
}

function receiveOne(
  context: Context,
  channel: Channel,
  event: IncomingEvent,
  longText: LongText | null,
): Promise<void> {
  const alone = async () => {
    await workOnce(context, channel, (scope) => receiveEvent({ scope, channel, context, longText }, event));
  };
  if (event.kind !== "message") return alone();
  const plain = !longText && isPlain(event);
  return receiveInTurn(context, { channel: event.channel ?? channel, message: event, plain, alone });
}

/** False for a repeat. */
async function workOnce(
  context: Context,
  { companyId }: Channel,
  work: (scope: Scope<DeskActor>, rows: unknown[]) => Promise<void>,
  first?: Options["first"],
): Promise<boolean> {
  try {
    await retryOnDuplicate(() => inCompany(context, { kind: "desk", companyId }, work, { first }));
    return true;
  } catch (error) {
    if (error instanceof Repeated) return false;
    throw error;
  }
}

function receiveEvent(receiving: Receiving, event: IncomingEvent): Promise<void> {
  switch (event.kind) {
    case "message":
      return receiveMessage({ ...receiving, channel: event.channel ?? receiving.channel }, event);
    case "edit":
      return receiveEdit(receiving, event);
    case "delete":
      return receiveDelete(receiving, event);
    case "move":
      return receiveMove(receiving, event);
    case "reaction":
      return receiveReaction(receiving, event);
    case "reactionFailed":
      return receiveReactionFailure(receiving, event);
    case "receipt":
      return receiveReceipt(receiving, event);
    case "rating":
      return receiveRating(receiving, event);
    case "template":
      return receiveTemplate(receiving, event);
    case "reachable":
      return receiveReachable(receiving, event);
  }
}

/** Repeats a unit of work when another inserted the same row first, at most four times. */
export async function retryOnDuplicate<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !isDuplicate(error)) throw error;
    }
  }
}
