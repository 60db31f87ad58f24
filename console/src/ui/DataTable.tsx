import type { ReactNode } from "react";
import { TableScroller } from "./TableScroller.tsx";
import { tableLook } from "./table.ts";

/** Keeps a column at the right edge; its line shows that others lie beneath it. */
export const inSight = "sticky right-0 bg-pane max-tablet:border-l max-tablet:border-l-line";

/** A table with a row of titles; the rows are given. */
export function DataTable({
  label,
  titles,
  dense = false,
  children,
}: {
  label: string;
  titles: string[];
  /**
   * True for many columns: long text takes a second line, and the last column stays on screen while the others scroll.
   */
  dense?: boolean;
  children: ReactNode;
}) {
  return (
    <TableScroller label={label}>
      <table className={tableLook.table}>
        <thead>
          <tr>
            {titles.map((title, index) => (
              <th
                key={title}
                scope="col"
                className={`${dense ? tableLook.denseHead : tableLook.head} ${dense && index === titles.length - 1 ? inSight : ""}`}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </TableScroller>
  );
}
