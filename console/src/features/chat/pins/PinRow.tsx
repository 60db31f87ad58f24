import type { Pin } from "@parley/contract/pins";
import { isType } from "@parley/contract/timeline";
import { PinOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/IconButton.tsx";
import { NameAndTime } from "../../../ui/NameAndTime.tsx";
import { shortenName, shortenText } from "../../../ui/shorten.ts";
import { useProfile } from "../../session/viewer.ts";

type Props = { pin: Pin; clientName: string; onJump: () => void; onUnpin: () => void };

/** A pinned message with its author and time; a click jumps to it. */
export function PinRow({ pin, clientName, onJump, onUnpin }: Props) {
  const { t } = useTranslation();
  const { companyName } = useProfile();
  const kind = isType(pin.type, "named") ? t(`tickets.preview.${pin.type}`, { stars: pin.content }) : null;
  const text = isType(pin.type, "readable") ? pin.content || pin.fileName || "" : "";
  return (
    <li className="group flex items-center gap-1 rounded-m hover:bg-raised">
      <button type="button" onClick={onJump} className="min-w-0 flex-1 rounded-m px-2 py-2 text-left">
        <NameAndTime
          name={pin.isagent ? (pin.created_by_name ?? companyName) : clientName}
          time={pin.created_on}
        />
        <span dir="auto" className="line-clamp-2 text-s break-words">
          {kind && <span className="text-text-2">{kind} </span>}
          {shortenText(text)}
        </span>
        <span className="block truncate text-xs text-text-3">
          {t("pins.pinnedBy", { name: shortenName(pin.username) })}
        </span>
      </button>
      <IconButton label={t("pins.unpin", { text: shortenText(text || (kind ?? "")) })} onClick={onUnpin}>
        <PinOff size={16} />
      </IconButton>
    </li>
  );
}
