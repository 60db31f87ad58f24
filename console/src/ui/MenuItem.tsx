import { Menu } from "@base-ui/react/menu";
import type { LucideIcon } from "lucide-react";

type Props = {
  Icon: LucideIcon;
  label: string;
  onClick?: () => void;
  download?: string;
  /** The item is disabled, and says why. */
  whyNot?: string;
};

/** One item of a message's menu; `download` is the address of a file. */
export function MenuItem({ Icon, label, onClick, download, whyNot }: Props) {
  return (
    <Menu.Item
      onClick={onClick}
      disabled={whyNot !== undefined}
      // biome-ignore lint/a11y/useAnchorContent: the item's own content is put into it
      render={download === undefined ? undefined : <a href={download} download />}
      className="flex min-h-9 cursor-default items-center gap-2.5 rounded-chip px-3 py-1.5 text-s outline-none data-disabled:text-text-3 data-highlighted:bg-raised-2 max-phone:min-h-11"
    >
      <Icon size={16} aria-hidden="true" />
      <span>
        {label}
        {whyNot && <span className="block max-w-56 text-xs">{whyNot}</span>}
      </span>
    </Menu.Item>
  );
}
