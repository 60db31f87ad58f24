import type { Platform } from "@parley/contract/values";
import { channelLooks, colourOf } from "./registry.ts";

/** The platform's mark on a card. The platform is named in the text nearby. */
export function PlatformLogo({ platform }: { platform: Platform }) {
  return (
    <span
      style={{ backgroundColor: colourOf(platform) }}
      className="grid size-10 shrink-0 place-items-center rounded-[12px] text-on-platform"
    >
      <svg viewBox="0 0 24 24" className="size-5 fill-current" aria-hidden="true">
        <path d={channelLooks[platform].mark} />
      </svg>
    </span>
  );
}
