import { create } from "zustand";

export type Theme = "dark" | "light";

const stored = "parley.theme";
const system = matchMedia("(prefers-color-scheme: dark)");

const current = (): Theme => (document.documentElement.dataset.theme === "light" ? "light" : "dark");

/** The system's theme is used until the user has chosen. */
export const useTheme = create<{ theme: Theme }>(() => ({ theme: current() }));

function show(theme: Theme) {
  document.documentElement.dataset.theme = theme;
  useTheme.setState({ theme });
}

export function pickTheme(theme: Theme): void {
  localStorage.setItem(stored, theme);
  show(theme);
}

system.addEventListener("change", ({ matches }) => {
  if (!localStorage.getItem(stored)) show(matches ? "dark" : "light");
});
