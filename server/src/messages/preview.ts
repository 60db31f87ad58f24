import { limits } from "@parley/contract/limits";

/** The preview of a ticket's last message. Cut by code point, as the console cuts it on an event. */
export function previewOf({
  content,
  caption,
}: {
  content?: string | null;
  caption?: string | null;
}): string {
  const text = content || caption || "";
  return [...text.slice(0, 2 * limits.messagePreview)].slice(0, limits.messagePreview).join("");
}
