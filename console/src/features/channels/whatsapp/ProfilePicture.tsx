import { Camera, Store } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";

/** Image types that the provider accepts. */
const accepted = "image/jpeg,image/png";

type Props = { shown: string | null; chosen: File | null; onChoose: (file: File) => void };

/** The picture clients see, or the one that the next save sends. */
export function ProfilePicture({ shown, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-wrap items-center gap-4">
      {shown ? (
        <img
          src={shown}
          alt={t("channelWhatsapp.picture")}
          width={72}
          height={72}
          className="size-18 rounded-full object-cover"
        />
      ) : (
        <span className="grid size-18 place-items-center rounded-full bg-raised-2 text-text-3">
          <Store size={30} aria-hidden="true" />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <Button icon={<Camera size={16} />} onClick={() => input.current?.click()}>
          {t("channelWhatsapp.choosePicture")}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t("channelWhatsapp.picture")}
          accept={accepted}
          onChange={(event) => {
            const file = event.target.files?.[0];
            // Resetting lets the same file be chosen again.
            event.target.value = "";
            if (file) onChoose(file);
          }}
        />
        <p className="mt-1 truncate text-xs text-text-3">
          {chosen?.name ?? t("channelWhatsapp.pictureHint")}
        </p>
      </div>
    </div>
  );
}
