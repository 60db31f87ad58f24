import type { Device } from "@parley/contract/sessions";
import Bowser from "bowser";

/**
 * "Firefox 140" on "Windows"; null where unknown. The system's version is left out: browsers no longer report the
 * true one.
 */
export function readDevice(userAgent: string): Device {
  // The library throws on an empty text, which some programs send.
  if (!userAgent.trim()) return { browser: null, os: null };
  const { browser, os } = Bowser.parse(userAgent);
  const version = browser.version?.split(".")[0] ?? "";
  return { browser: browser.name ? `${browser.name} ${version}`.trim() : null, os: os.name || null };
}
