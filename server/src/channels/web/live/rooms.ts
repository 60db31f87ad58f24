import type { LiveSession } from "./sessions.ts";

/** The rooms of this process's sockets. */
export const visitorRooms = {
  visitor: (channelId: string, externalId: string) => `visitor:${channelId}:${externalId}`,
  token: (tokenHash: string) => `token:${tokenHash}`,
  widget: (channelId: string) => `widget:${channelId}`,
  of: ({ channelId, externalIds, tokenHash }: LiveSession): string[] => [
    visitorRooms.token(tokenHash),
    visitorRooms.widget(channelId),
    ...externalIds.map((id) => visitorRooms.visitor(channelId, id)),
  ],
};
