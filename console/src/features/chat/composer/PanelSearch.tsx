import { Autocomplete } from "@base-ui/react/autocomplete";
import { Search } from "lucide-react";

/** The search field of a panel. */
export function PanelSearch({ label }: { label: string }) {
  return (
    <Autocomplete.InputGroup className="flex items-center gap-2.5 border-b border-line px-3.5">
      <Search size={16} aria-hidden="true" className="shrink-0 text-text-3" />
      <Autocomplete.Input
        aria-label={label}
        placeholder={label}
        className="h-11 w-full bg-transparent outline-none placeholder:text-text-3"
      />
    </Autocomplete.InputGroup>
  );
}
