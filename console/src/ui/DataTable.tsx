import type { ReactNode } from "react";
import { TableScroller } from "./TableScroller.tsx";
import { tableLook } from "./table.ts";

/** A table under a row of titles; the rows are given. */
export function DataTable({
  label,
  titles,
  lastInSight = false,
  children,
}: {
  label: string;
  titles: string[];
  /** The last column stays on screen while the others scroll. */
  lastInSight?: boolean;
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
                className={`${tableLook.head} ${lastInSight && index === titles.length - 1 ? "sticky right-0 bg-pane" : ""}`}
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
