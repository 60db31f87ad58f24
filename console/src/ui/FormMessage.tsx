type Props = { error?: string | null | undefined; notice?: string | null | undefined };

/** What came of it, in a place that keeps its height. Several faults stand in lines of their own. */
export function FormMessage({ error, notice }: Props) {
  return (
    <div className="min-h-5 text-s">
      <p role="alert" className="whitespace-pre-line text-danger">
        {error}
      </p>
      <p role="status" className="text-ok">
        {error ? null : notice}
      </p>
    </div>
  );
}
