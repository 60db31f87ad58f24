import type { Platform } from "@parley/contract/values";
import { channelLooks, colourOf } from "./registry.ts";

type Props = { platform: Platform; className: string; iconClassName: string };

/** A platform's mark on its colour. The platform is named in the text nearby. */
export function PlatformMark({ platform, className, iconClassName }: Props) {
  return (
    <span
      style={{ backgroundColor: colourOf(platform) }}
      className={`${className} grid place-items-center text-on-platform`}
    >
      <svg viewBox="0 0 24 24" className={`${iconClassName} fill-current`} aria-hidden="true">
        <path d={channelLooks[platform].mark} />
      </svg>
    </span>
  );
}
