import type { ImapFlow, ListResponse } from "imapflow";

export type FolderFacts = {
  path: string;
  use: "inbox" | "sent" | "junk" | "trash" | "drafts" | "archive" | null;
};

const most = 500;
/** RFC 6154; imapflow gives INBOX one of its own. */
const uses: Record<string, FolderFacts["use"]> = {
  "\\Inbox": "inbox",
  "\\Sent": "sent",
  "\\Junk": "junk",
  "\\Trash": "trash",
  "\\Drafts": "drafts",
  "\\Archive": "archive",
};

/** Lists the folders that can be opened, INBOX first. */
export async function listFolders(client: ImapFlow): Promise<FolderFacts[]> {
  return (await client.list()).filter(canBeOpened).map(factsOf).sort(byUse).slice(0, most);
}

const canBeOpened = ({ flags }: ListResponse) => !flags.has("\\Noselect") && !flags.has("\\NonExistent");

const factsOf = ({ path, specialUse = "" }: ListResponse): FolderFacts => ({
  path,
  use: uses[specialUse] ?? null,
});

const byUse = (a: FolderFacts, b: FolderFacts) =>
  Number(b.use === "inbox") - Number(a.use === "inbox") || a.path.localeCompare(b.path);
