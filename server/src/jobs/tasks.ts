/** Every background task by name, with what it is told. The worker is typed with this list, so is `scope.enqueue`. */
export type Tasks = {
  /** Sends a ticket's waiting messages in order. A nudge: the message table is the queue. */
  deliver: { companyId: string; ticketId: string };
  /** Fetches media from its provider. A nudge: the file table is the queue. */
  fetch_media: { companyId: string; fileId: string };
  /** Thanks a client for a rating in the channel's own way (removes the buttons). */
  acknowledge_rating: {
    companyId: string;
    channelId: string;
    chatId: string;
    messageId: string | null;
    clickId: string;
    rating: number;
  };
};
export type TaskName = keyof Tasks;
