import type { FileRow } from "./view.ts";

/** True for media that is fetched once the company has room for it. An agent sees it as missing, with that reason. */
export const waitsForRoom = ({ state, reason }: Pick<FileRow, "state" | "reason">): boolean =>
  state === "arriving" && reason?.code === "waits_for_room";
