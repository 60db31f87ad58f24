import type { ReactNode } from "react";
import { Logo } from "../../../ui/Logo.tsx";
import { LanguagePicker } from "./LanguagePicker.tsx";

type Props = {
  title: string;
  lead: string;
  wide?: boolean;
  /** The card's content. */
  children: ReactNode;
  /** Links to other pages, below the card. */
  footer: ReactNode;
};

/** The layout of every page without a session: a centred card. */
export function EntryPage({ title, lead, wide, children, footer }: Props) {
  return (
    <main className="grid h-full place-items-center overflow-auto bg-[radial-gradient(900px_480px_at_50%_-8%,var(--accent-soft),transparent_65%)] p-4">
      <div className={`w-full animate-arrive py-6 ${wide ? "max-w-[600px]" : "max-w-[400px]"}`}>
        <Logo className="mx-auto size-12" />
        <h1 className="mt-5 text-center text-xl font-semibold tracking-tight text-balance">{title}</h1>
        <p className="mt-1 text-center text-balance text-text-2">{lead}</p>
        <div className="mt-7 rounded-card border border-line bg-pane p-6 shadow-float max-phone:p-4">
          {children}
        </div>
        <div className="mt-5 grid justify-items-center gap-3 text-center text-s text-text-2">
          {footer}
          <LanguagePicker />
        </div>
      </div>
    </main>
  );
}
