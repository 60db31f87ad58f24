import type { Platform } from "@parley/contract/values";
import { PlatformMark } from "./PlatformMark.tsx";

/** The platform's mark on the corner of an avatar. */
export function PlatformBadge({ platform }: { platform: Platform }) {
  return (
    <PlatformMark
      platform={platform}
      className="absolute -right-1 -bottom-1 size-[18px] rounded-full border-2 border-pane"
      iconClassName="size-[10px]"
    />
  );
}
