/** A ticket's messages for the screen, slice by slice. The caller has checked access to the ticket. */
import type { ChatAnswer, Message, Sections, SliceAnswer, sliceQuery } from "@parley/contract/messages";
import type { z } from "zod";
import type { Scope } from "../../floor/database/scope.ts";
import { invalid, textReason } from "../../floor/errors/errors.ts";
import { companyTimeZone } from "../../people/company/time-zone.ts";
import type { TicketRow } from "../ticket/access.ts";
import { isMerged, lastSeqOf, placesOf } from "../ticket/merged.ts";
import { accessMessage } from "./access.ts";
import { findSpan } from "./queries.ts";
import { groupBySection } from "./sections.ts";
import {
  neighbourhood,
  newestSlices,
  type Span,
  sliceAt,
  sliceOf,
  spanAfter,
  spanAround,
  spanBefore,
} from "./slices.ts";
import { viewMessages } from "./view.ts";

type SliceQuery = z.output<typeof sliceQuery>;
type Found = { span: Span; newIndex: number; targetSectionIndex: number | null };

/** The slices 1 to `count`. */
export async function viewChat(
  scope: Scope,
  ticket: TicketRow,
  count: number,
  timeZone?: string,
): Promise<ChatAnswer> {
  const span = newestSlices(await lastSeqOf(scope, ticket), count);
  return { selectedSections: span ? await viewSections(scope, ticket, span, timeZone) : {} };
}

/** Null past either end. */
export async function viewSlice(scope: Scope, ticket: TicketRow, query: SliceQuery): Promise<SliceAnswer> {
  const lastSeq = await lastSeqOf(scope, ticket);
  const exact = bySeq(lastSeq, query);
  const found = exact === undefined ? await byNumber(scope, ticket, lastSeq, query) : exact;
  if (!found) return null;
  const { span, newIndex, targetSectionIndex } = found;
  return {
    selectedSections: await viewSections(scope, ticket, span, query.tz),
    targetSectionIndex,
    newIndex,
  };
}

/** Slices by message number. Undefined when the query is not one of them. */
function bySeq(lastSeq: number, { before, after, around }: SliceQuery): Found | null | undefined {
  const found = (span: Span | null, end: "from" | "to") =>
    span && { span, newIndex: sliceOf(lastSeq, span[end]), targetSectionIndex: null };
  if (around !== undefined) {
    const span = spanAround(lastSeq, around);
    const number = sliceOf(lastSeq, around);
    return span && { span, newIndex: number, targetSectionIndex: number };
  }
  if (before !== undefined) return found(spanBefore(lastSeq, before), "from");
  if (after !== undefined) return found(spanAfter(lastSeq, after), "to");
  return undefined;
}

async function byNumber(
  scope: Scope,
  ticket: TicketRow,
  lastSeq: number,
  query: SliceQuery,
): Promise<Found | null> {
  const { messageid, isInitialClick, lastIndex, scrollUp, scrollDown } = query;
  const scrolls = (scrollUp || scrollDown) && lastIndex !== undefined;
  if (scrolls && !isInitialClick) {
    const newIndex = scrollUp ? lastIndex + 1 : lastIndex - 1;
    const span = sliceAt(lastSeq, newIndex);
    return span && { span, newIndex, targetSectionIndex: null };
  }
  if (messageid === undefined) {
    throw invalid(
      textReason(
        "Say which slice: scrollUp or scrollDown with lastIndex, messageid, before, after or around.",
      ),
    );
  }
  const message = await accessMessage(scope, ticket, { id: messageid });
  const places = isMerged(ticket) ? await placesOf(scope, ticket, [message.id]) : null;
  const seq = places?.get(message.id) ?? message.seq;
  const number = sliceOf(lastSeq, seq);
  return {
    span: neighbourhood(lastSeq, seq),
    newIndex: number,
    targetSectionIndex: number,
  };
}

async function viewSections(
  scope: Scope,
  ticket: TicketRow,
  span: Span,
  timeZone?: string,
): Promise<Sections> {
  const messages = await viewSpan(scope, ticket, span);
  return groupBySection(messages, timeZone ?? (await companyTimeZone(scope)));
}

/** The messages from one number to another. */
export const viewSpan = async (scope: Scope, ticket: TicketRow, span: Span): Promise<Message[]> =>
  viewMessages(scope, await findSpan(scope, ticket, span), ticket);
