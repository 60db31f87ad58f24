import { FileUp } from "lucide-react";
import { type DragEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

type Props = { enabled: boolean; onDrop: (first: File, all: File[]) => void; children: ReactNode };

/** Shows where dragged files may be dropped. */
export function DropTarget({ enabled, onDrop, children }: Props) {
  const { t } = useTranslation();
  const [over, setOver] = useState(false);
  const carriesFile = (event: DragEvent) => enabled && event.dataTransfer.types.includes("Files");
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the attach button does the same by keyboard
    <div
      className="relative flex min-h-0 flex-1 flex-col"
      onDragEnter={(event) => carriesFile(event) && setOver(true)}
      // No dragleave fires for an element removed under the file, so enter and leave are not counted.
      onDragLeave={({ currentTarget, relatedTarget: to }) => {
        if (!(to instanceof Node && currentTarget.contains(to))) setOver(false);
      }}
      onDragOver={(event) => {
        if (!carriesFile(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDrop={(event) => {
        if (!carriesFile(event)) return;
        // A text field that accepts pictures has handled it.
        const handled = event.defaultPrevented;
        event.preventDefault();
        setOver(false);
        const files = [...event.dataTransfer.files];
        if (files[0] && !handled) onDrop(files[0], files);
      }}
    >
      {children}
      {over && (
        <div className="pointer-events-none absolute inset-3 z-30 grid animate-arrive place-content-center rounded-card border-2 border-dashed border-accent-text bg-scrim p-3">
          <p className="grid justify-items-center gap-3 rounded-card bg-pane px-8 py-6 text-center font-semibold shadow-float">
            <FileUp size={34} aria-hidden="true" className="text-accent-text" />
            {t("composer.drop")}
          </p>
        </div>
      )}
    </div>
  );
}
