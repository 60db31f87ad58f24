/** Shapes of settings that are addresses. */
import { z } from "zod";

export const address = (protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
  });

/** True for an address of this machine. */
export function isLoopbackUrl(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** A web address without a trailing slash. */
export const web = address(["http:", "https:"]).transform((text) => text.replace(/\/+$/, ""));
