import type { Platform } from "@parley/contract/values";
import { channelLooks, colourOf } from "./registry.ts";

/** The platform's mark on the corner of an avatar. The platform is named in the text nearby. */
export function PlatformBadge({ platform }: { platform: Platform }) {
  return (
    <span
      style={{ backgroundColor: colourOf(platform) }}
      className="absolute -right-1 -bottom-1 grid size-[18px] place-items-center rounded-full border-2 border-pane text-on-platform"
    >
      <svg viewBox="0 0 24 24" className="size-[10px] fill-current" aria-hidden="true">
        <path d={channelLooks[platform].mark} />
      </svg>
    </span>
  );
}
