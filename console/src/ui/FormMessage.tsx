type Props = { error?: string | null | undefined; notice?: string | null | undefined };

/** The error or notice of a form. Keeps its height while empty; several errors take a line each. */
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
