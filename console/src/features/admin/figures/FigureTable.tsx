import type { ReactNode } from "react";
import { TableScroller } from "../../../ui/TableScroller.tsx";

type Props = {
  label: string;
  first: string;
  columns: { key: string; label: string }[];
  rows: { key: string; head: ReactNode; values: ReactNode[] }[];
};

/** Numbers in columns, each row with what they are of. */
export function FigureTable({ label, first, columns, rows }: Props) {
  return (
    <TableScroller label={label}>
      <table className="w-full text-s tabular-nums">
        <thead>
          <tr className="text-text-3">
            <th scope="col" className="px-4 py-2.5 text-left font-semibold">
              {first}
            </th>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className="px-4 py-2.5 text-right font-semibold whitespace-nowrap"
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, head, values }) => (
            <tr key={key} className="border-t border-line">
              <th scope="row" className="px-4 py-2 text-left font-medium whitespace-nowrap">
                {head}
              </th>
              {columns.map((column, at) => (
                <td key={column.key} className="px-4 py-2 text-right whitespace-nowrap max-phone:py-3">
                  {values[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroller>
  );
}
