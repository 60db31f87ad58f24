import type { ReactNode } from "react";
import { Link } from "react-router";

type Props = {
  title: string;
  /** The number, formatted. */
  count: ReactNode;
  icon?: ReactNode;
  /** Beneath the number. */
  mainText?: ReactNode;
  secondaryIcon?: ReactNode;
  secondaryCount?: ReactNode;
  /** The line drawn beside the number, newest value last. */
  line?: number[];
  /** The address of the list that is counted. */
  to?: string | undefined;
  /** The parts of the number, at the card's lower edge. */
  parts?: ReactNode;
};

/** A figure that links to the list it counts. */
export function Widget({
  title,
  count,
  icon,
  mainText,
  secondaryIcon,
  secondaryCount,
  line,
  to,
  parts,
}: Props) {
  const content = (
    <>
      <h2 className="flex items-center gap-2 text-s font-medium text-text-2">
        {icon}
        {title}
      </h2>
      <div className="mt-1 flex items-end gap-3">
        <p className="text-[28px] leading-tight font-semibold tracking-tight whitespace-nowrap tabular-nums">
          {count}
        </p>
        {line && line.length > 1 && <Sparkline values={line} />}
      </div>
      {(mainText || secondaryCount !== undefined) && (
        <p className="flex items-center gap-1.5 text-xs text-text-3">
          {mainText}
          {secondaryCount !== undefined && (
            <span className="inline-flex items-center gap-1 tabular-nums">
              {secondaryIcon}
              {secondaryCount}
            </span>
          )}
        </p>
      )}
    </>
  );
  const look = "relative flex flex-col overflow-hidden rounded-card border border-line bg-pane px-4 py-3.5";
  return (
    <div
      className={`${look} ${to ? "transition duration-150 hover:border-line-strong hover:bg-raised" : ""}`}
    >
      {to ? (
        // The link covers the whole card; the parts above it have their own links.
        <Link to={to} className="before:absolute before:inset-0">
          {content}
        </Link>
      ) : (
        content
      )}
      {parts && <div className="pointer-events-none relative mt-auto pt-2">{parts}</div>}
    </div>
  );
}

const width = 92;
const height = 34;

/** It takes the room that the number leaves. */
function Sparkline({ values }: { values: number[] }) {
  const most = Math.max(...values, 1);
  const points = values.map(
    (value, at) => `${(at / (values.length - 1)) * width} ${height - 2 - (value / most) * (height - 4)}`,
  );
  const path = `M${points.join(" L")}`;
  return (
    <svg
      aria-hidden="true"
      preserveAspectRatio="none"
      viewBox={`0 0 ${width} ${height}`}
      className="ml-auto h-[34px] w-full max-w-[92px] min-w-0 fill-none"
    >
      <path d={`${path} V${height} H0 Z`} className="fill-accent-soft" />
      <path
        d={path}
        className="stroke-accent-text"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
