/** Rejects where the browser denies copying. Pages over plain http have `execCommand` only. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const give = (event: ClipboardEvent) => {
    event.preventDefault();
    // A surrounding dialog or menu would copy its own selection.
    event.stopImmediatePropagation();
    event.clipboardData?.setData("text/plain", text);
  };
  document.addEventListener("copy", give, { capture: true, once: true });
  const copied = document.execCommand("copy");
  document.removeEventListener("copy", give, { capture: true });
  if (!copied) throw new Error("The browser does not let this page copy");
}
