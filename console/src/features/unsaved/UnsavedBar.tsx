import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import { UnsavedMark } from "./UnsavedMark.tsx";

type Props = {
  changed: boolean;
  /** The text of the button that submits the form. */
  save: string;
  pending: boolean;
  onDiscard: () => void;
  /** Leaves a form that its page opened. */
  onCancel?: () => void;
};

/** The end of a form of settings. With changes it stays in view, however long the form is. */
export function UnsavedBar({ changed, save, pending, onDiscard, onCancel }: Props) {
  const { t } = useTranslation();
  return (
    <div
      className={`flex flex-wrap items-center justify-end gap-2 border-t bg-pane pt-3 ${changed ? "sticky -bottom-(--pane-end,0px) z-10 -mb-3 border-line pb-3" : "border-transparent"}`}
    >
      <UnsavedMark changed={changed} />
      {changed && (
        <Button look="quiet" disabled={pending} onClick={onDiscard}>
          {t("unsaved.discard")}
        </Button>
      )}
      {onCancel && <Button onClick={onCancel}>{t("common.cancel")}</Button>}
      <Button look="primary" type="submit" disabled={!changed || pending}>
        {save}
      </Button>
    </div>
  );
}
