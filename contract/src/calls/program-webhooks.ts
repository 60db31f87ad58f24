import {
  byProgramDelivery,
  programDelivery,
  programDeliveryQuery,
  programMadeWebhook,
  programNewWebhook,
  programResend,
  programResent,
  programWebhook,
  programWebhookChange,
  programWebhookTest,
} from "../program-webhooks.ts";
import { byProgramId, nothing, pageOf, pageQuery } from "../programs.ts";
import { type Declarations, done } from "./call.ts";

const programs = true;
const ability = "manageWebhooks";

export const programWebhookCalls = {
  v1ListWebhooks: {
    summary: "List the webhooks that read no more than the key",
    ...{ ability, query: pageQuery, answer: pageOf(programWebhook), programs },
  },
  v1CreateWebhook: {
    summary: "Make a webhook, whose secret is shown this once; it sends events from now on",
    ...{ ability, body: programNewWebhook, answer: programMadeWebhook, status: 201, programs },
  },
  v1GetWebhook: {
    summary: "Read a webhook; its version is in the header ETag",
    ...{ ability, params: byProgramId, answer: programWebhook, programs },
  },
  v1UpdateWebhook: {
    summary: "Change a webhook; what is left out stays as it is",
    ...{ ability, params: byProgramId, body: programWebhookChange, answer: programWebhook, programs },
  },
  v1DeleteWebhook: {
    summary: "Remove a webhook",
    ...{ ability, params: byProgramId, answer: done, programs },
  },
  v1RotateWebhook: {
    summary: "Give a webhook a new secret; for a day requests are signed with the one before too",
    ...{ ability, params: byProgramId, body: nothing, answer: programMadeWebhook, programs },
  },
  v1PauseWebhook: {
    summary: "Let a webhook send nothing until it is started; it keeps its place",
    ...{ ability, params: byProgramId, body: nothing, answer: programWebhook, programs },
  },
  v1StartWebhook: {
    summary: "Let a parked webhook go on from where it stopped",
    ...{ ability, params: byProgramId, body: nothing, answer: programWebhook, programs },
  },
  v1TestWebhook: {
    summary: "Send an example of an event",
    ...{ ability, params: byProgramId, body: programWebhookTest, answer: done, programs },
  },
  v1ListDeliveries: {
    summary: "List a webhook's deliveries of the last 30 days, the newest first",
    ...{
      ability,
      params: byProgramId,
      query: programDeliveryQuery,
      answer: pageOf(programDelivery),
      programs,
    },
  },
  v1ResendDelivery: {
    summary: "Send a delivery again, out of its order",
    ...{ ability, params: byProgramDelivery, body: nothing, answer: done, programs },
  },
  v1ResendSince: {
    summary: "Send deliveries since a time again, out of their order",
    ...{ ability, params: byProgramId, body: programResend, answer: programResent, programs },
  },
} as const satisfies Declarations;
