import type { Platform } from "@parley/contract/values";
import { PlatformMark } from "./PlatformMark.tsx";

/** The platform's mark on a card. */
export function PlatformLogo({ platform }: { platform: Platform }) {
  return (
    <PlatformMark platform={platform} className="size-10 shrink-0 rounded-[12px]" iconClassName="size-5" />
  );
}
