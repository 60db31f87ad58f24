import type { Hit } from "@parley/contract/search";
import { Fragment } from "react";

/** An excerpt with the found words marked. */
export function Marked({ text, marks }: Pick<Hit, "text" | "marks">) {
  return (
    <>
      {marks.map(({ from, to }, at) => (
        <Fragment key={from}>
          {text.slice(marks[at - 1]?.to ?? 0, from)}
          <mark className="rounded-[3px] bg-accent-soft font-semibold text-text">{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.to ?? 0)}
    </>
  );
}
