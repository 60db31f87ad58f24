import type { Unfilled } from "@parley/contract/bubble-variables";
import { Paperclip, RotateCw, TriangleAlert, X, Zap } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { showSize } from "../../../ui/time.ts";
import {
  arm,
  type ExtraFile,
  fetchAgain,
  type Macro,
  removeExtraFile,
  useExtrasAt,
} from "../../tickets/sending/extras.ts";
import { useActionTexts } from "../bubbles/action-texts.ts";

type Props = {
  place: string;
  /** The variables that are left in the text. */
  left: Unfilled[];
  /** The agent wants to send it, and is asked first. */
  asking: boolean;
  /** The reason why the channel does not accept a file. */
  refusedOf?: (file: File) => string | null;
  onSelect?: (variable: Unfilled) => void;
  onSend: () => void;
  onEdit: () => void;
  /** The macro has no text to be sent with. */
  alone: boolean;
};

/** The extras above a text that a bubble began: variables without a value, files, and what a macro will do. */
export function BubbleExtras(props: Props) {
  const { place, left, refusedOf } = props;
  const { files, macro } = useExtrasAt(place);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1 empty:hidden">
      {left.length > 0 && <Variables {...props} />}
      {files.length > 0 && (
        <ul className="flex flex-wrap gap-1.5 px-1 pt-1">
          {files.map((file) => (
            <FileChip
              key={file.fileid}
              place={place}
              file={file}
              refused={(file.file && refusedOf?.(file.file)) ?? null}
            />
          ))}
        </ul>
      )}
      {macro && <MacroPreview place={place} macro={macro} alone={props.alone} onRun={props.onSend} />}
    </div>
  );
}

function Variables({ left, asking, onSelect, onSend, onEdit }: Props) {
  const { t } = useTranslation();
  return (
    <section
      aria-label={t("bubbles.unfilled")}
      className="grid animate-arrive gap-2 rounded-[12px] border-l-[3px] border-warn bg-raised py-2 pr-2.5 pl-3.5 text-s"
    >
      <ul role={asking ? "alert" : undefined} className="grid gap-1">
        {left.map((one) => (
          <li key={one.from} className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
            <TriangleAlert size={15} aria-hidden="true" className="shrink-0 text-warn" />
            <button
              type="button"
              disabled={!onSelect}
              onClick={() => onSelect?.(one)}
              className="min-w-0 rounded-chip bg-raised-2 px-1.5 py-0.5 font-mono text-xs break-all max-phone:min-h-11"
            >
              {one.variable}
            </button>
            <span className="text-text-2">
              {t(`bubbles.${one.why === "empty" ? "noValue" : "noVariable"}`)}
            </span>
          </li>
        ))}
      </ul>
      {asking && (
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" size="small" onClick={onEdit}>
            {t("composer.guardEdit")}
          </Button>
          <Button size="small" onClick={onSend}>
            {t("composer.guardSend")}
          </Button>
        </div>
      )}
    </section>
  );
}

function FileChip({ place, file, refused }: { place: string; file: ExtraFile; refused: string | null }) {
  const { t } = useTranslation();
  const { fileid, name, size, state, from } = file;
  const trouble =
    state === "gone" ? t("bubbles.fileGone") : state === "failed" ? t("bubbles.fileFailed") : refused;
  return (
    <li
      className={`flex max-w-full items-center gap-2 rounded-m border pl-2.5 text-s ${trouble ? "border-danger" : "border-line-strong"}`}
    >
      <Paperclip size={15} aria-hidden="true" className="shrink-0 text-text-3" />
      <span className="min-w-0 py-1">
        <span className="block truncate font-semibold">{name}</span>
        {trouble ? (
          <span role="alert" className="block text-xs text-danger">
            {trouble}
          </span>
        ) : (
          <span className="block text-xs text-text-3">
            {state === "fetching" ? t("bubbles.fetching") : showSize(size)}
          </span>
        )}
      </span>
      {state === "failed" && (
        <IconButton label={t("common.retry")} onClick={() => fetchAgain(place, from)}>
          <RotateCw size={15} />
        </IconButton>
      )}
      <IconButton label={t("bubbles.removeFile", { name })} onClick={() => removeExtraFile(place, fileid)}>
        <X size={15} />
      </IconButton>
    </li>
  );
}

function MacroPreview({
  place,
  macro,
  alone,
  onRun,
}: {
  place: string;
  macro: Macro;
  alone: boolean;
  onRun: () => void;
}) {
  const { t } = useTranslation();
  const texts = useActionTexts(macro.actions);
  return (
    <section
      aria-label={t("bubbles.macroWill", { name: macro.name })}
      className="flex animate-arrive items-start gap-2 rounded-[12px] bg-raised py-1.5 pr-1 pl-3 text-s"
    >
      <Zap size={15} aria-hidden="true" className="mt-1.5 shrink-0 text-accent-text" />
      <div className="min-w-0 flex-1 py-1">
        <span className="text-text-2">{t(alone ? "bubbles.onRun" : "bubbles.onSend")} </span>
        <ul className="inline">
          {texts.map((text, at) => (
            <li key={text} className="inline font-semibold">
              {at > 0 && <span className="font-normal text-text-3"> · </span>}
              {text}
            </li>
          ))}
        </ul>
      </div>
      {alone && (
        <Button size="small" onClick={onRun}>
          {t("bubbles.run")}
        </Button>
      )}
      <IconButton label={t("bubbles.disarm", { name: macro.name })} onClick={() => arm(place, null)}>
        <X size={15} />
      </IconButton>
    </section>
  );
}
