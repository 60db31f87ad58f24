/** Collapses runs of folded mails, which were read, into one item each. */
import type { Message } from "@parley/contract/messages";
import type { ListItem } from "../message-kinds/list-items.ts";

/** A run of up to so many folded mails is shown mail by mail. */
const few = 3;

/** Days within a run are part of it. Its key is that of its last mail, since earlier ones may be loaded. */
export function collapseRuns(items: ListItem[], isFolded: (message: Message) => boolean): ListItem[] {
  const shown: ListItem[] = [];
  let run: ListItem[] = [];
  const flush = () => {
    const end = run.findLastIndex(({ kind }) => kind === "message") + 1;
    const messages = run.flatMap((item) => (item.kind === "message" ? [item.message] : []));
    const [first] = messages;
    const last = messages.at(-1);
    if (first && last && messages.length > few) {
      const more = first.seq > 1 && shown.every(({ kind }) => kind === "day");
      shown.push({ kind: "run", key: `run:${last.messageid}`, messages, more }, ...run.slice(end));
    } else shown.push(...run);
    run = [];
  };
  for (const item of items) {
    const folded = item.kind === "message" && item.message.mail !== null && isFolded(item.message);
    if (folded || (item.kind === "day" && run.length > 0)) run.push(item);
    else {
      flush();
      shown.push(item);
    }
  }
  flush();
  return shown;
}
