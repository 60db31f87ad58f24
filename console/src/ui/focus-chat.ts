/** Focuses the workspace's main part, where it is on screen: its element has this id. */
export function focusChat(): void {
  document.getElementById("chat")?.focus();
}
