import { useEffect, useState } from "react";

/** An object URL for a picture before it is sent; null without a file, and for one that browsers do not show as a picture. */
export function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file?.type.startsWith("image/") || file.type === "image/svg+xml") return setUrl(null);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
