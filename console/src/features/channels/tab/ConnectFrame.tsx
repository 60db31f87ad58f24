import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";

type Props = {
  title: string;
  hint?: string;
  /** The steps at the provider, in order. */
  steps: string[];
  children: ReactNode;
};

/** A form that connects an account, and beside it what to do at the provider. */
export function ConnectFrame({ title, hint, steps, children }: Props) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="grid items-start gap-4 compact:grid-cols-[minmax(0,560px)_minmax(240px,1fr)]">
      <section
        aria-labelledby={id}
        className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-card border border-line bg-pane p-5 max-phone:p-4"
      >
        <div>
          <h2 id={id} className="text-l font-semibold tracking-tight">
            {title}
          </h2>
          {hint && <p className="mt-1 text-s text-text-2">{hint}</p>}
        </div>
        {children}
      </section>
      {steps.length > 0 && (
        <aside
          aria-labelledby={`${id}-steps`}
          className="rounded-card border border-line p-5 max-compact:-order-1 max-phone:p-4"
        >
          <h3 id={`${id}-steps`} className="text-s font-semibold">
            {t("channels.steps")}
          </h3>
          <ol className="mt-3 grid gap-3 text-s text-text-2">
            {steps.map((step, index) => (
              <li key={step} className="flex gap-3">
                <span
                  aria-hidden="true"
                  className="grid size-6 shrink-0 place-items-center rounded-full bg-raised-2 text-xs font-semibold tabular-nums"
                >
                  {index + 1}
                </span>
                <span className="min-w-0 pt-0.5 break-words">{step}</span>
              </li>
            ))}
          </ol>
        </aside>
      )}
    </div>
  );
}
