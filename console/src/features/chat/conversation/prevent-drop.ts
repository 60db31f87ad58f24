import { useEffect } from "react";

/** Keeps a file dropped outside the drop target from opening in this tab. */
export function usePreventDrop(): void {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      const { dataTransfer: carried, defaultPrevented: handled } = event;
      if (handled || !carried?.types.includes("Files")) return;
      event.preventDefault();
      carried.dropEffect = "none";
    };
    addEventListener("dragover", refuse);
    addEventListener("drop", refuse);
    return () => {
      removeEventListener("dragover", refuse);
      removeEventListener("drop", refuse);
    };
  }, []);
}
