import { useEffect, useState } from "react";

/** An address under which a picture that is not sent yet can be shown; null for what no browser shows as one. */
export function useObjectUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file.type.startsWith("image/") || file.type === "image/svg+xml") return setUrl(null);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
