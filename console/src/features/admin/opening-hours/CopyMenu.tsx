import { Menu } from "@base-ui/react/menu";
import { Copy } from "lucide-react";
import { useTranslation } from "react-i18next";

type Props = {
  /** Names of the seven days, Monday first. */
  names: string[];
  from: number;
  onCopy: (to: number[]) => void;
};

const everyDay = [0, 1, 2, 3, 4, 5, 6];

/** Copies the spans of this day to other days. */
export function CopyMenu({ names, from, onCopy }: Props) {
  const { t } = useTranslation();
  const label = t("openingHours.copyDay", { day: names[from] });
  const choices = [
    { title: t("openingHours.everyDay"), to: everyDay },
    { title: t("openingHours.workdays"), to: everyDay.slice(0, 5) },
    ...everyDay.filter((day) => day !== from).map((day) => ({ title: names[day], to: [day] })),
  ];
  return (
    <Menu.Root>
      <Menu.Trigger
        aria-label={label}
        title={label}
        className="grid size-9 shrink-0 place-items-center rounded-m text-text-2 transition duration-150 hover:bg-raised-2 hover:text-text max-phone:size-11"
      >
        <Copy size={16} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={6} align="end" className="z-50">
          <Menu.Popup
            aria-label={label}
            className="min-w-44 rounded-m border border-line-strong bg-pane p-1 shadow-float outline-none"
          >
            {choices.map(({ title, to }) => (
              <Menu.Item
                key={to.join()}
                onClick={() => onCopy(to)}
                className="flex cursor-pointer items-center rounded-chip px-2.5 py-1.5 text-s outline-none data-highlighted:bg-raised-2 max-phone:min-h-11"
              >
                {title}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
