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
  /** Puts a line into the handler's inbox if the client's messages are still unread. */
  notice_ticket: { companyId: string; ticketId: string };
  /** The same for a colleague's private messages. */
  notice_private: { companyId: string; chatId: string; readerId: string };
  /** Hands a mail to the mail server. A nudge: the mail table is the queue. */
  send_mail: { mailId: string };
  /** Tells one browser of a line of its agent's inbox, or of a ticket that waits in their department. */
  push: {
    companyId: string;
    subscriptionId: string;
    about: "notification" | "ticket";
    id: string;
    /** Of several about one thing the push service keeps the last. */
    topic: string;
    attempt: number;
  };
  /** Removes an agent's picture that another has taken the place of. */
  remove_picture: { companyId: string; name: string };
  /** Counts a company's tickets by the days of its new zone. A nudge: the company's row says what is left to do. */
  recount_days: { companyId: string };
};
export type TaskName = keyof Tasks;
