import { changeNoticeSettings, noticeSettings } from "../notices.ts";
import { notificationsAnswer, notificationsQuery } from "../notifications.ts";
import { pushKey, pushState, pushSubscription, updateSubscription } from "../push.ts";
import { type Declarations, done } from "./call.ts";

export const inboxCalls = {
  listNotifications: {
    summary: "One's inbox, newest first, by day",
    ability: "account",
    query: notificationsQuery,
    answer: notificationsAnswer,
  },
  resetNotificationCount: { summary: "Mark all of one's inbox seen", ability: "account", answer: done },
  clearNotifications: { summary: "Empty one's inbox", ability: "account", answer: done },
  getNoticeSettings: {
    summary: "Read what an agent is told about, in which ways, and their quiet hours",
    ability: "account",
    answer: noticeSettings,
  },
  changeNoticeSettings: {
    summary: "Change what an agent is told about, in which ways, and their quiet hours",
    ability: "account",
    body: changeNoticeSettings,
    answer: noticeSettings,
  },
  getPushKey: {
    summary: "The key browsers subscribe to push messages with",
    ability: "account",
    answer: pushKey,
  },
  subscribe: {
    summary: "Send push messages to this browser",
    ability: "account",
    body: pushSubscription,
    answer: pushState,
  },
  checkSubscription: {
    summary: "Whether this browser is sent push messages",
    ability: "account",
    body: pushSubscription,
    answer: pushState,
  },
  updateSubscription: {
    summary: "Turn push messages to this browser on or off",
    ability: "account",
    body: updateSubscription,
    answer: pushState,
  },
} satisfies Declarations;
