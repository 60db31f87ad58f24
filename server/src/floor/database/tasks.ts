import type { Platform } from "@parley/contract/values";

/** Every background task by name, with its payload. The worker is typed with this list, so is `scope.enqueue`. */
export type Tasks = {
  /** Sends a ticket's waiting messages in order. The job is only a nudge: the message table is the queue. */
  deliver: {
    companyId: string;
    ticketId: string;
    channelId: string;
    platform: Platform;
    /** The end of the reply window. */
    until?: string | null;
  };
  /** Fetches media from its provider. The job is only a nudge: the file table is the queue. */
  fetch_media: { companyId: string; fileId: string; channelId: string };
  /** Fetches the picture that a provider shows of a client. */
  fetch_picture: { companyId: string; channelId: string; externalId: string };
  /** Thanks a client for a rating in the channel's own way (removes the buttons). */
  acknowledge_rating: {
    companyId: string;
    channelId: string;
    chatId: string;
    messageId: string | null;
    clickId: string;
    rating: number;
    /** True for the press that counts; false for another one, and for a repeat. */
    first?: boolean;
  };
  /** Puts a sent message where the account's owner looks for it, after a first try has failed. */
  keep_copy: { companyId: string; channelId: string; messageId: string };
  /** Gives an account's provider the present PUBLIC_URL. */
  register_webhook: { companyId: string; channelId: string };
  /**
   * Adds a line to the handler's inbox if the client's messages are still unread. `tries` counts how often the inbox
   * was locked.
   */
  notice_ticket: { companyId: string; ticketId: string; tries?: number };
  /** Does the same for a colleague's private messages. */
  notice_private: { companyId: string; chatId: string; readerId: string; tries?: number };
  /** Adds a line to its writer's inbox if a message could not be sent, or settles it. `tries` as above. */
  notice_failure: { companyId: string; messageId: string; tries?: number };
  /** Adds a line to the inbox of an agent whom a note mentions. `tries` as above. */
  notice_mention: { companyId: string; noteId: string; agentId: string; tries?: number };
  /**
   * Adds a line to the inbox of an agent who follows a ticket, about what its handler is told of; or settles that of a
   * message which was sent after all. `by` is the colleague whom it is about. `tries` as above.
   */
  notice_follower: {
    companyId: string;
    ticketId: string;
    agentId: string;
    about: "text" | "failed" | "rating" | "handover" | "takeover";
    by?: string | null;
    messageId?: string;
    tries?: number;
  };
  /** Sends a subject's first waiting delivery of a webhook. Only wakes the worker: the delivery table is the queue. */
  send_webhook: { companyId: string; webhookId: string; subjectId: string };
  /** Sends a queued mail. Only wakes the worker: the mail table is the queue. */
  send_mail: { mailId: string };
  /** Pushes an inbox line, or a pending ticket of the agent's department, to one browser. */
  push: {
    companyId: string;
    subscriptionId: string;
    about: "notification" | "ticket";
    id: string;
    /** The push service keeps only the last push of a topic. */
    topic: string;
    attempt: number;
  };
  /** Fetches an account's templates from its provider; `fetched` counts earlier fetches for those in review. */
  fetch_templates: { companyId: string; channelId: string; fetched: number };
  /** Removes a person's picture that another has replaced. */
  remove_picture: { companyId: string; name: string };
  /**
   * Counts a company's tickets by the days of its new zone. The job is only a nudge: the company's row says what is
   * left.
   */
  recount_days: { companyId: string };
};
export type TaskName = keyof Tasks;
