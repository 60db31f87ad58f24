import { Search } from "lucide-react";
import type { FormEvent } from "react";
import { IconButton } from "../../../ui/IconButton.tsx";

type Props = { label: string; term: string; onSearch: (term: string) => void };

/** Searches on Enter or on a click on the icon. */
export function SearchBox({ label, term, onSearch }: Props) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSearch(String(new FormData(event.currentTarget).get("term") ?? "").trim());
  };
  return (
    <search>
      <form
        onSubmit={submit}
        className="flex w-80 items-center rounded-m border border-line-strong bg-raised pr-0.5 focus-within:border-accent-text max-phone:w-full"
      >
        <input
          type="search"
          name="term"
          defaultValue={term}
          aria-label={label}
          placeholder={label}
          onChange={({ target }) => target.value === "" && onSearch("")}
          className="h-9 min-w-0 flex-1 bg-transparent px-3 text-s outline-none placeholder:text-text-3 max-phone:h-11"
        />
        <IconButton type="submit" label={label} className="size-8">
          <Search size={16} />
        </IconButton>
      </form>
    </search>
  );
}
