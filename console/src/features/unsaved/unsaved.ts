/** Unsaved entries of forms: the guard asks before they are dropped. */
import { type FormEvent, useEffect, useState } from "react";
import { create } from "zustand";

const forms = new Set<symbol>();

export const hasUnsaved = (): boolean => forms.size > 0;

/** While `changed`, leaving the page or the form asks first. */
export function useUnsaved(changed: boolean): void {
  useEffect(() => {
    if (!changed) return;
    const form = Symbol();
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    forms.add(form);
    window.addEventListener("beforeunload", ask);
    return () => {
      forms.delete(form);
      window.removeEventListener("beforeunload", ask);
    };
  }, [changed]);
}

/** The continuation once the viewer drops the changes. */
export const useLeaving = create<{ leave: (() => void) | null }>(() => ({ leave: null }));

/** Leaves a form without a change of address. */
export function leaveForm(leave: () => void): void {
  if (hasUnsaved()) useLeaving.setState({ leave });
  else leave();
}

/** For a form whose fields keep their own values: whether a named one differs from the value it was rendered with. */
export function useEdited() {
  const [edited, setEdited] = useState(false);
  const watch = ({ currentTarget }: FormEvent<HTMLFormElement>) =>
    setEdited([...currentTarget.elements].some(isEdited));
  return { edited, watch, forget: () => setEdited(false) };
}

const isEdited = (field: Element) =>
  field instanceof HTMLInputElement && field.name !== "" && field.value !== field.defaultValue;
