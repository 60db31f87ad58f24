/** On a phone the panel fills the screen, above the keyboard. */
const small = "(max-width: 480px), (max-height: 480px) and (pointer: coarse)";

export const isSmallScreen = (): boolean => matchMedia(small).matches;

/** Reports whether the screen is small, at once and at each change. Returns a function that ends it. */
export function watchSmallScreen(onChange: (small: boolean) => void): () => void {
  const media = matchMedia(small);
  const change = () => onChange(media.matches);
  media.addEventListener("change", change);
  change();
  return () => media.removeEventListener("change", change);
}

/** The keyboard of a phone covers the page without resizing it: only the visual viewport tells the free area. */
export function keepInView(panel: HTMLElement): () => void {
  const view = window.visualViewport;
  if (!view) return () => undefined;
  const fit = () => {
    panel.style.height = `${view.height}px`;
    panel.style.top = `${view.offsetTop}px`;
  };
  fit();
  view.addEventListener("resize", fit);
  view.addEventListener("scroll", fit);
  return () => {
    view.removeEventListener("resize", fit);
    view.removeEventListener("scroll", fit);
    panel.style.height = "";
    panel.style.top = "";
  };
}
