/** The numbers of keys, webhooks and gateways, which the console's first load does without. Times are milliseconds unless the name says otherwise. */
export const programLimits = {
  keyName: 60,
  keyNetworks: 50,
  /** The keys of a company that have not ended, those of an agent, and those in the list with the ended ones. */
  keysPerCompany: 200,
  keysPerAgent: 20,
  keysListed: 2_000,
  /** Milliseconds: how long a key lives unless said otherwise, the longest that it may, and the time of two secrets. */
  keyLives: 365 * 24 * 3_600_000,
  keyLivesLongest: 5 * 366 * 24 * 3_600_000,
  keySecretsOverlap: 24 * 3_600_000,
  webhookName: 60,
  webhookAddress: 2_000,
  webhookTemplate: 2_000,
  webhooksPerCompany: 20,
  /** The events of one request. */
  webhookBatch: 50,
  webhookBehindCounted: 2_000,
  deliveriesListed: 50,
  /** Deliveries that one call sends again at most. */
  deliveriesResent: 10_000,
  /** The most items of a page below `/api/v1`, and those of one that names no number. */
  programPage: 100,
  /** Seconds that a call waits for an event at most. */
  programEventWait: 30,
  programPageUsual: 25,
  /** A text that a gateway hands in; beyond `messageText` it is kept as a file. */
  gatewayText: 60_000,
  /** The files of a message that a gateway hands in. */
  gatewayFiles: 10,
} as const;
