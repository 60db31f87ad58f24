import { type ReactNode, Suspense, useState } from "react";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { isProgram } from "./program.ts";

const ProgramDialog = lazyPart(async () => (await import("./ProgramDialog.tsx")).ProgramDialog, "programs");

type Props = {
  name: string;
  path: string;
  label: string;
  title?: string;
  className: string;
  children: ReactNode;
};

/** Downloads a file; a program only after a question. */
export function DownloadLink({ name, path, label, title, className, children }: Props) {
  const [asking, setAsking] = useState(false);
  if (!isProgram(name))
    return (
      <a href={path} download={name} aria-label={label} title={title} className={className}>
        {children}
      </a>
    );
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={label}
        title={title}
        onClick={() => setAsking(true)}
        className={className}
      >
        {children}
      </button>
      {asking && (
        <Suspense>
          <ProgramDialog name={name} path={path} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
