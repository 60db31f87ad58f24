import { useEffect } from "react";

/** A file that is dropped where it is not taken would be opened in this tab, in place of the console. */
export function usePreventDrop(): void {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      const { dataTransfer: carried, defaultPrevented: taken } = event;
      if (taken || !carried?.types.includes("Files")) return;
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
