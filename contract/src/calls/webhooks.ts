import {
  byDelivery,
  byWebhook,
  createWebhook,
  deliveryPage,
  deliveryQuery,
  deliveryRequest,
  madeWebhook,
  resendSince,
  resent,
  testWebhook,
  updateWebhook,
  webhook,
  webhookList,
} from "../webhooks.ts";
import { type Declarations, done } from "./call.ts";

export const webhookCalls = {
  listWebhooks: {
    summary: "The company's webhooks",
    ability: "manageWebhooks",
    answer: webhookList,
  },
  createWebhook: {
    summary: "Make a webhook, whose secret is shown this once; it sends events from now on",
    ability: "manageWebhooks",
    body: createWebhook,
    answer: madeWebhook,
  },
  updateWebhook: {
    summary: "Change a webhook; what is left out stays as it is",
    ability: "manageWebhooks",
    body: updateWebhook,
    answer: webhook,
  },
  rotateWebhook: {
    summary: "Give a webhook a new secret; for a day requests are signed with the one before too",
    ability: "manageWebhooks",
    body: byWebhook,
    answer: madeWebhook,
  },
  removeWebhook: {
    summary: "Remove a webhook; a repeat changes nothing",
    ability: "manageWebhooks",
    body: byWebhook,
    answer: done,
  },
  startWebhook: {
    summary: "Let a parked webhook send again, from where it stopped",
    ability: "manageWebhooks",
    body: byWebhook,
    answer: webhook,
  },
  pauseWebhook: {
    summary: "Let a webhook send nothing until it is started again; it keeps its place",
    ability: "manageWebhooks",
    body: byWebhook,
    answer: webhook,
  },
  testWebhook: {
    summary: "Send an example of an event",
    ability: "manageWebhooks",
    body: testWebhook,
    answer: done,
  },
  listDeliveries: {
    summary: "A webhook's deliveries of the last 30 days, the newest first",
    ability: "manageWebhooks",
    params: byWebhook,
    query: deliveryQuery,
    answer: deliveryPage,
  },
  getDeliveryRequest: {
    summary: "What a delivery sends, with its subject as it is now",
    ability: "manageWebhooks",
    params: byDelivery,
    answer: deliveryRequest,
  },
  resendDelivery: {
    summary: "Send a delivery again, out of its order",
    ability: "manageWebhooks",
    body: byDelivery,
    answer: done,
  },
  resendSince: {
    summary: "Send a webhook's deliveries since a time again, at most 10 000, out of their order",
    ability: "manageWebhooks",
    body: resendSince,
    answer: resent,
  },
} satisfies Declarations;
