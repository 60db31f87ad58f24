import type { ReactNode } from "react";
import { TableScroller } from "./TableScroller.tsx";
import { tableLook } from "./table.ts";

/** A table under a row of titles; the rows are given. */
export function DataTable({
  label,
  titles,
  children,
}: {
  label: string;
  titles: string[];
  children: ReactNode;
}) {
  return (
    <TableScroller label={label}>
      <table className={tableLook.table}>
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={title} scope="col" className={tableLook.head}>
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
