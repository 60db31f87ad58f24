/**
 * Rows of a list that is read again and again: a row that equals that of the company's last read keeps its object, so
 * that data cached by object (`http/shared-json.ts`) is made once. Every read is answered with its own rows.
 */
type Flat = { id: string } & { [column: string]: unknown };
type Kept<Row, Made> = Map<string, { row: Row; made: Made }>;

/** Keeps at most so many rows in all; those of the company whose last read is the oldest are dropped first. */
export function createEqualRows<Row extends Flat, Made>(
  make: (row: Row) => Made,
  { most }: { most: number },
) {
  const companies = new Map<string, Kept<Row, Made>>();
  let count = 0;
  const drop = (companyId: string) => {
    count -= companies.get(companyId)?.size ?? 0;
    companies.delete(companyId);
  };
  return (companyId: string, rows: Row[]): Made[] => {
    const before = companies.get(companyId);
    const kept: Kept<Row, Made> = new Map();
    const all = rows.map((row) => {
      const known = before?.get(row.id);
      const one = known && isEqual(known.row, row) ? known : { row, made: make(row) };
      kept.set(row.id, one);
      return one.made;
    });
    drop(companyId);
    companies.set(companyId, kept);
    count += kept.size;
    for (const oldest of companies.keys()) {
      if (count <= most) break;
      drop(oldest);
    }
    return all;
  };
}

function isEqual<Row extends Flat>(one: Row, other: Row): boolean {
  for (const column in one) if (one[column] !== other[column]) return false;
  return true;
}
