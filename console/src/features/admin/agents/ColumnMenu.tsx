import { Menu } from "@base-ui/react/menu";
import { Check, Columns3 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";

type Props = { columns: { id: string; title: string; shown: boolean; toggle: () => void }[] };

/** Chooses the columns that are shown. */
export function ColumnMenu({ columns }: Props) {
  const { t } = useTranslation();
  return (
    <Menu.Root>
      <Menu.Trigger render={<Button icon={<Columns3 size={16} />} />}>
        {t("adminAgents.columns")}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={6} className="z-50">
          <Menu.Popup className="min-w-48 rounded-m border border-line-strong bg-pane p-1 shadow-float outline-none">
            {columns.map(({ id, title, shown, toggle }) => (
              <Menu.CheckboxItem
                key={id}
                checked={shown}
                onCheckedChange={toggle}
                closeOnClick={false}
                className="flex cursor-pointer items-center gap-2 rounded-chip px-2.5 py-1.5 text-s outline-none data-highlighted:bg-raised-2 max-phone:min-h-11"
              >
                <span className="grid size-4 place-items-center text-accent-text">
                  <Menu.CheckboxItemIndicator>
                    <Check size={15} />
                  </Menu.CheckboxItemIndicator>
                </span>
                {title}
              </Menu.CheckboxItem>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
