import { Fragment, type ReactNode } from "react";

/** The rows of a table where a phone has no room for its columns: a card each. */
export function FactCards({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {children}
    </ul>
  );
}

type Props = {
  head: ReactNode;
  /** Titles and values; one without a value is left out. */
  facts: [title: string, value: ReactNode][];
};

/** A link in its head may cover the card. */
export function FactCard({ head, facts }: Props) {
  return (
    <li className="relative rounded-card border border-line bg-pane px-4 py-2.5">
      <div className="flex min-h-11 items-center gap-2.5">{head}</div>
      <dl className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4 gap-y-1 text-s">
        {facts.map(
          ([title, value]) =>
            value && (
              <Fragment key={title}>
                <dt className="text-text-3 wrap-anywhere">{title}</dt>
                <dd className="wrap-anywhere">{value}</dd>
              </Fragment>
            ),
        )}
      </dl>
    </li>
  );
}
