import { useEffect, useMemo } from "preact/hooks";

/** The address of a picture on this machine, shown before the desk has it; null for other files. */
export function usePicture(file: File | undefined): string | null {
  const url = useMemo(() => (file?.type.startsWith("image/") ? URL.createObjectURL(file) : null), [file]);
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  return url;
}
