/** A rolling restart from commit a09aa5fbb, the last one before tickets are deleted: of the migrations after 145 it has 155 and 165, which change none of the planted rows. */
import { replayDay } from "./replay-day.ts";

replayDay({
  commit: "a09aa5fbb",
  before: "150_deleted_tickets.sql",
  messages: [
    [1, "text", "Where is order 7?", null],
    [2, "text", "Is anybody there?", null],
    [3, "text", "It is on its way.", "sent"],
    [4, "text", "Thank you!", null],
    [5, "close", "Ingrid Solheim", null],
    [6, "text", "Your conversation is closed. How would you rate our help?", "sent"],
    [7, "reopen", "Olena", null],
    [8, "text", "One more thing", null],
  ],
});
