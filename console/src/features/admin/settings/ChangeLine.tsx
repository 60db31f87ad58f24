import type { Change } from "./changes.ts";

/** A field with its values before and after. */
export function ChangeLine({ change }: { change: Change }) {
  return (
    <li className="text-xs break-words text-text-3">
      {change.field}: <s className="decoration-text-3/60">{change.from}</s> →{" "}
      <span className="text-text-2">{change.to}</span>
    </li>
  );
}
