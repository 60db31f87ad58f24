import { Clock } from "lucide-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/IconButton.tsx";
import { preloadedPart } from "../../../ui/lazy-part.ts";
import type { LeavingPlace } from "../../tickets/outgoing/outgoing.ts";

const SendLaterDialog = preloadedPart(
  async () => (await import("../../tickets/outgoing/SendLaterDialog.tsx")).SendLaterDialog,
  "sendLater",
);

type Props = {
  place: LeavingPlace;
  open: boolean;
  disabled: boolean;
  onOpen: (open: boolean) => void;
  onChoose: (leaves: string) => void;
};

/** Stands beside Send, and asks when the text leaves. */
export function SendLaterButton({ place, open, disabled, onOpen, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <IconButton
        label={t("composer.sendLater")}
        aria-haspopup="dialog"
        disabled={disabled}
        onClick={() => onOpen(true)}
      >
        <Clock size={18} />
      </IconButton>
      {open && (
        <Suspense>
          <SendLaterDialog
            place={place}
            title={t("composer.sendLater")}
            onClose={() => onOpen(false)}
            onChoose={(leaves) => {
              onOpen(false);
              if (leaves) onChoose(leaves);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
