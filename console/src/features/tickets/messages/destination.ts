/** A message to show, wherever it is in its ticket; or a note by its id, with the number of the message before it. */
export type Destination = { messageid: string; seq: number };
