/** A rolling restart from commit 09f52785, which has the migrations up to 060. */
import { replayDay } from "./replay-day.ts";

replayDay({
  commit: "09f52785",
  before: "061_accounts_by_company.sql",
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
