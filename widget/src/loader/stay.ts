/** Frameworks replace the body, or empty it, when they show another page: the element is inserted again. */
export function stayOnPage(host: HTMLElement): () => void {
  const observer = new MutationObserver(put);
  function put() {
    if (host.isConnected || !document.body) return;
    document.body.append(host);
    observer.disconnect();
    watch();
  }
  function watch() {
    observer.observe(document.documentElement, { childList: true });
    observer.observe(document.body, { childList: true });
  }
  put();
  return () => observer.disconnect();
}
