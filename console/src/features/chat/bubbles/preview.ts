import { limits } from "@parley/contract/limits";

/** A bubble's content in one line, cut to 50 characters. */
export function previewOf(content: string): string {
  const characters = [...content.replace(/\s+/g, " ").trim()];
  if (characters.length <= limits.bubblePreview) return characters.join("");
  return `${characters.slice(0, limits.bubblePreview).join("")}…`;
}
