// The network's waiting times. Tests pass shorter ones, or their own clock, instead of sleeping.
export interface Timing {
  /** Webhook retries: the first at once, then after this time, doubling. */
  retryBaseMs: number;
  /** Upper bound of the doubling; the real one is random between 60 and 120 s. */
  retryCapMs: number;
  /** The time a webhook may take to answer. */
  webhookTimeoutMs: number;
  /** Unfetched messages, edits and reactions are dropped after this. */
  updateLifeMs: number;
  /** The life of a pressed button. */
  callbackLifeMs: number;
  /** After this time answerCallbackQuery is too late. Telegram publishes no figure; this is the life of the update. */
  callbackAnswerMs: number;
  /** A chat action ("typing…") fades after this. */
  actionMs: number;
  /** The longest getUpdates `timeout` honoured. */
  pollMs: number;
}

export const telegramTiming: Timing = {
  retryBaseMs: 2_000,
  retryCapMs: 60_000,
  webhookTimeoutMs: 60_000,
  updateLifeMs: 24 * 3_600_000,
  callbackLifeMs: 150_000,
  callbackAnswerMs: 150_000,
  actionMs: 5_000,
  pollMs: 50_000,
};

/** Webhook retries are a hundred times faster; times a person would notice are unchanged. */
export const fastTiming: Timing = { ...telegramTiming, retryBaseMs: 20, retryCapMs: 600 };
