import { FileUp } from "lucide-react";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

type Props = { enabled: boolean; onDrop: (file: File) => void; children: ReactNode };

/** Shows where a dragged file may be dropped. Of several the first is taken. */
export function DropTarget({ enabled, onDrop, children }: Props) {
  const { t } = useTranslation();
  const [over, setOver] = useState(false);
  // Entering a child leaves its parent: only the sum says whether the file is still here.
  const depth = useRef(0);
  const carriesFile = (event: DragEvent) => enabled && event.dataTransfer.types.includes("Files");
  const move = (by: 1 | -1) => {
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the attach button does the same by keyboard
    <div
      className="relative flex min-h-0 flex-1 flex-col"
      onDragEnter={(event) => carriesFile(event) && move(1)}
      onDragLeave={(event) => carriesFile(event) && move(-1)}
      onDragOver={(event) => carriesFile(event) && event.preventDefault()}
      onDrop={(event) => {
        if (!carriesFile(event)) return;
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        const file = event.dataTransfer.files[0];
        if (file) onDrop(file);
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
