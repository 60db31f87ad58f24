import { Menu } from "@base-ui/react/menu";
import type { LucideIcon } from "lucide-react";
import { type ReactElement, useRef } from "react";
import { MenuItem } from "./MenuItem.tsx";

export type MenuAction = { id: string; Icon: LucideIcon; label: string; act: () => void };

type Props = { trigger: ReactElement; actions: MenuAction[]; side: "top" | "bottom"; align: "start" | "end" };

/** A button with a menu of actions. */
export function ActionMenu({ trigger, actions, side, align }: Props) {
  const chosen = useRef<(() => void) | null>(null);
  function act() {
    chosen.current?.();
    chosen.current = null;
  }
  return (
    <Menu.Root
      // Runs once the menu has returned the focus, so that a dialog can take it.
      onOpenChangeComplete={(open) => !open && requestAnimationFrame(() => requestAnimationFrame(act))}
    >
      <Menu.Trigger render={trigger} />
      <Menu.Portal>
        <Menu.Positioner side={side} align={align} sideOffset={4} className="z-50">
          <Menu.Popup className="min-w-48 rounded-m border border-line-strong bg-pane p-1 shadow-float outline-none">
            {actions.map(({ id, Icon, label, act }) => (
              <MenuItem
                key={id}
                Icon={Icon}
                label={label}
                onClick={() => {
                  chosen.current = act;
                }}
              />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
