import type { Actor } from "@parley/contract/permissions";
import type { QueryClient } from "@tanstack/react-query";
import type { EventHandlers } from "../../../api/events.ts";
import { keys } from "../../../api/queries.ts";
import { appendTestStep, refetchChannels } from "../../channels/cache.ts";
import * as bubbles from "../../chat/bubbles/cache.ts";
import * as pins from "../../chat/pins/cache.ts";
import * as agents from "../../people/colleagues/agent-list.ts";
import * as people from "../../people/colleagues/cache.ts";
import * as privateChats from "../../people/private-chat/cache.ts";
import { noteSessionEnd } from "../../session/session-end.ts";
import { refetchClient } from "../../tickets/client/refetch-client.ts";
import { refetchFields } from "../../tickets/fields/fields-query.ts";
import * as inbox from "../../tickets/inbox/cache.ts";
import * as tickets from "../../tickets/list/cache.ts";
import { applyFollowing } from "../../tickets/list/following.ts";
import { refetchMentioned } from "../../tickets/list/mentioned.ts";
import { applyPresence } from "../../tickets/list/take-over.ts";
import * as messages from "../../tickets/messages/cache.ts";
import { applyGone, applyOutgoing } from "../../tickets/messages/outgoing-cache.ts";
import { applyViewers } from "../../tickets/messages/viewers.ts";
import * as notes from "../../tickets/notes/cache.ts";
import * as drafts from "../../tickets/sending/drafts.ts";
import { applyLeft } from "../../tickets/sending/left.ts";
import { refetchTags } from "../../tickets/tags/tags-query.ts";
import { refetchNotices } from "../notices/cache.ts";

/** A line per live event: what it changes in the query cache. */
export function eventHandlers(cache: QueryClient, viewer: Actor): EventHandlers {
  const routing = () => void cache.invalidateQueries({ queryKey: keys.routing });
  return {
    newTicket: (payload) => tickets.apply(cache, viewer, { name: "newTicket", payload }),
    updateTicket: (payload) => tickets.apply(cache, viewer, { name: "updateTicket", payload }),
    acceptTicket: (payload) => tickets.apply(cache, viewer, { name: "acceptTicket", payload }),
    newHandler: (payload) => tickets.apply(cache, viewer, { name: "newHandler", payload }),
    closeTicket: (payload) => tickets.apply(cache, viewer, { name: "closeTicket", payload }),
    removeTicket: (payload) => {
      tickets.apply(cache, viewer, { name: "removeTicket", payload });
      // The inbox lines of a deleted ticket are hidden with it.
      if (payload.deleted) void cache.invalidateQueries({ queryKey: keys.inbox });
    },
    ticketRead: (payload) => tickets.apply(cache, viewer, { name: "ticketRead", payload }),
    ticketSighted: () => refetchMentioned(cache),
    ticketFollowed: (payload) => applyFollowing(cache, payload),
    newMessage: (payload) => {
      messages.apply(cache, { name: "newMessage", payload });
      tickets.apply(cache, viewer, { name: "newMessage", payload });
    },
    messageUpdate: (payload) => {
      messages.apply(cache, { name: "messageUpdate", payload });
      pins.apply(cache, { name: "messageUpdate", payload });
      tickets.apply(cache, viewer, { name: "messageUpdate", payload });
    },
    newReaction: (payload) => messages.apply(cache, { name: "newReaction", payload }),
    typing: messages.applyTyping,
    ticketViewers: applyViewers,
    newBubble: (payload) => bubbles.apply(cache, { name: "newBubble", payload }),
    updateBubble: (payload) => bubbles.apply(cache, { name: "updateBubble", payload }),
    deleteBubble: (payload) => bubbles.apply(cache, { name: "deleteBubble", payload }),
    sharedBubblesChanged: () => void cache.invalidateQueries({ queryKey: keys.sharedBubbles }),
    newNote: (payload) => notes.apply(cache, { name: "newNote", payload }),
    updateNote: (payload) => notes.apply(cache, { name: "updateNote", payload }),
    newEventLine: (payload) => notes.apply(cache, { name: "newEventLine", payload }),
    updateOutgoing: (payload) => applyOutgoing(cache, viewer, payload),
    removeOutgoing: (payload) =>
      payload.ran ? applyLeft(cache, viewer.id, payload) : applyGone(cache, payload),
    updateDraft: (payload) => drafts.applyEvent(cache, payload),
    updateNoteDraft: (payload) => drafts.applyNoteEvent(cache, payload),
    newPinnedMessage: (payload) => pins.apply(cache, { name: "newPinnedMessage", payload }),
    unpinMessage: (payload) => pins.apply(cache, { name: "unpinMessage", payload }),
    newUser: (payload) => agents.apply(cache, { name: "newUser", payload }),
    updateAgentRow: (payload) => agents.apply(cache, { name: "updateAgentRow", payload }),
    invitationsChanged: () => void cache.invalidateQueries({ queryKey: keys.invitations }),
    openingHoursChanged: () => void cache.invalidateQueries({ queryKey: keys.openingHours }),
    automaticMessagesChanged: () => void cache.invalidateQueries({ queryKey: keys.automaticMessages }),
    offerChanged: routing,
    awayChanged: routing,
    routingChanged: routing,
    rulesChanged: () => void cache.invalidateQueries({ queryKey: keys.rules }),
    fieldsChanged: (payload) => refetchFields(cache, payload),
    clientChanged: (payload) => {
      tickets.applyOrganisation(cache, payload);
      void refetchClient(cache, payload);
    },
    mergeProposalsChanged: () => void cache.invalidateQueries({ queryKey: keys.organisations }),
    organisationsChanged: ({ organisationid }) => {
      tickets.refetchOrganisation(cache, organisationid);
      void refetchClient(cache, {});
    },
    tagsChanged: (payload) => refetchTags(cache, payload),
    viewsChanged: () => void cache.invalidateQueries({ queryKey: keys.views }),
    channelUpdate: (payload) => refetchChannels(cache, payload),
    channelTestStep: (payload) => appendTestStep(cache, payload),
    totalOnlineAgents: (payload) => agents.apply(cache, { name: "totalOnlineAgents", payload }),
    updateAgent: (payload) => people.applyAgent(cache, payload),
    updateProfile: (payload) => people.applyProfile(cache, payload),
    userLogin: (payload) => {
      agents.apply(cache, { name: "userLogin", payload });
      applyPresence(cache, payload);
    },
    userLogout: (payload) => {
      agents.apply(cache, { name: "userLogout", payload });
      applyPresence(cache, payload);
    },
    newNotification: (payload) => inbox.apply(cache, { name: "newNotification", payload }),
    notificationsSeen: (payload) => inbox.apply(cache, { name: "notificationsSeen", payload }),
    noticeSettingsChanged: () => refetchNotices(cache),
    notificationsCleared: (payload) => inbox.apply(cache, { name: "notificationsCleared", payload }),
    newPrivateMessage: (payload) => privateChats.apply(cache, viewer, { name: "newPrivateMessage", payload }),
    privateRead: (payload) => privateChats.apply(cache, viewer, { name: "privateRead", payload }),
    sessionEnded: ({ why }) => {
      noteSessionEnd(why);
      cache.setQueryData(keys.session, { status: "invalid" });
    },
  };
}
