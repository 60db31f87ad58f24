/** Recordings that not every browser plays: those the server can convert to a WAV, and those only some devices play. */
import type { Message } from "@parley/contract/messages";

/** The types that `canPlayType` expects: voice notes in Ogg are Opus, which Safari plays from version 18.4. */
const asked: Record<string, string> = {
  "audio/ogg": "audio/ogg; codecs=opus",
  "audio/opus": "audio/ogg; codecs=opus",
};
const rarelyPlayed = new Set(["audio/amr", "audio/3gpp"]);

type Recording = Pick<Message, "path" | "file_type">;

const plays = (type: string) => document.createElement("audio").canPlayType(type) !== "";

/** The address to play, which is the recording's own where the browser knows its format. */
export function playableAddress({ path, file_type: type }: Recording): string | null {
  const format = asked[type ?? ""];
  return path && format && !plays(format) ? `${path}&as=wave` : path;
}

/** True if a player makes sense; otherwise the recording is offered as a file. */
export const isPlayable = ({ file_type: type }: Recording): boolean =>
  !type || !rarelyPlayed.has(type) || plays(type);
