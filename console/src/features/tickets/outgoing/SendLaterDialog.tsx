import { instantOf, offsetAt } from "@parley/contract/wall-clock";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { spelling } from "../../../ui/spelling.ts";
import { LeavingChoices } from "./LeavingChoices.tsx";
import { type LeavingPlace, useLeavingTimes } from "./outgoing.ts";

type Props = {
  place: LeavingPlace;
  title: string;
  /** The text to change; absent where only the time is chosen. */
  text?: string;
  /** UTF-16 units. */
  longest?: number;
  disabled?: boolean;
  onClose: () => void;
  /** Without a time only the text changes. */
  onChoose: (leaves: string | undefined, text: string | undefined) => void;
};

/** Asks when a text leaves. */
export function SendLaterDialog({ place, title, text, longest, disabled = false, onClose, onChoose }: Props) {
  const { t } = useTranslation();
  const [written, setWritten] = useState(text);
  const [at, setAt] = useState("");
  const changed = written?.trim() !== text ? written?.trim() : undefined;
  const empty = written !== undefined && written.trim() === "";
  const off = disabled || empty;
  return (
    <Dialog open onClose={onClose} title={title} description={t("sendLater.hint")}>
      {written !== undefined && (
        <label className="mt-4 flex flex-col gap-1 text-s text-text-2">
          {t("sendLater.text")}
          <textarea
            dir="auto"
            {...spelling}
            rows={4}
            value={written}
            maxLength={longest}
            onChange={({ target }) => setWritten(target.value)}
            className="w-full resize-y rounded-m border border-line-strong bg-raised px-3 py-2 text-text"
          />
        </label>
      )}
      {written !== undefined && (
        <div className="mt-2 flex justify-end">
          <Button disabled={off || changed === undefined} onClick={() => onChoose(undefined, changed)}>
            {t("sendLater.saveText")}
          </Button>
        </div>
      )}
      <LeavingChoices place={place} disabled={off} onChoose={(leaves) => onChoose(leaves, changed)} />
      <form
        className="mt-3 flex flex-wrap items-end gap-2 border-t border-line px-3 pt-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (at) onChoose(at, changed);
        }}
      >
        <LeavingDate place={place} value={at} onChange={setAt} />
        <Button look="primary" type="submit" disabled={off || !at}>
          {t("sendLater.confirm")}
        </Button>
      </form>
    </Dialog>
  );
}

function LeavingDate({
  place,
  value,
  onChange,
}: {
  place: LeavingPlace;
  value: string;
  onChange: (at: string) => void;
}) {
  const { t } = useTranslation();
  const zone = useLeavingTimes(place)?.time_zone ?? "UTC";
  const skipped = afterGap(zone, value);
  const note = useId();
  return (
    <div className="min-w-48 flex-1">
      <label className="flex flex-col gap-1 text-s text-text-2">
        {t("sendLater.date", { zone })}
        <input
          type="datetime-local"
          required
          value={value}
          aria-describedby={note}
          onChange={({ target }) => onChange(target.value)}
          className="h-9 w-full rounded-m border border-line-strong bg-raised px-2 text-text tabular-nums max-phone:h-11"
        />
      </label>
      <p id={note} role="status" className="mt-1 text-xs text-text-2 empty:hidden">
        {skipped && t("sendLater.skipped", { time: skipped })}
      </p>
    </div>
  );
}

/** The end of the gap, where the zone's clock leaves the time out as it goes forward. */
function afterGap(zone: string, at: string): string | null {
  const wall = Date.parse(`${at}Z`);
  if (Number.isNaN(wall)) return null;
  const instant = instantOf(zone, wall);
  const shown = instant + offsetAt(zone, instant);
  return shown === wall ? null : new Date(shown).toISOString().slice(11, 16);
}
