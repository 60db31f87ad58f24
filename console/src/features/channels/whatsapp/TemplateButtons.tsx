import { Plus, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";

export type DraftButton =
  | { type: "quick_reply"; text: string }
  | { type: "url"; text: string; url: string }
  | { type: "phone_number"; text: string; phone_number: string };

const newButtons: DraftButton[] = [
  { type: "quick_reply", text: "" },
  { type: "url", text: "", url: "" },
  { type: "phone_number", text: "", phone_number: "" },
];
const most = 10;

type Props = { buttons: DraftButton[]; onChange: (buttons: DraftButton[]) => void };

/** Buttons below the message: answers, an address, a number to call. */
export function TemplateButtons({ buttons, onChange }: Props) {
  const { t } = useTranslation();
  const change = (at: number, button: DraftButton) =>
    onChange(buttons.map((one, index) => (index === at ? button : one)));
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-s font-semibold text-text-2">
        {t("channelWhatsapp.template.buttons")}
      </legend>
      {buttons.map((button, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the order is the buttons' only identity
          key={index}
          className="flex flex-wrap items-end gap-2"
        >
          <div className="min-w-40 flex-1">
            <Field
              label={t(`channelWhatsapp.template.${button.type}`)}
              value={button.text}
              onChange={(event) => change(index, { ...button, text: event.target.value })}
              maxLength={25}
              autoComplete="off"
            />
          </div>
          {button.type !== "quick_reply" && (
            <div className="min-w-48 flex-1">
              <Field
                label={t(`channelWhatsapp.template.${button.type}_to`)}
                type={button.type === "url" ? "url" : "tel"}
                value={button.type === "url" ? button.url : button.phone_number}
                onChange={(event) =>
                  change(
                    index,
                    button.type === "url"
                      ? { ...button, url: event.target.value }
                      : { ...button, phone_number: event.target.value },
                  )
                }
                maxLength={button.type === "url" ? 2000 : 20}
                autoComplete="off"
              />
            </div>
          )}
          <IconButton
            className="mb-1 max-phone:mb-0.5"
            label={t("channelWhatsapp.template.removeButton", { text: button.text || index + 1 })}
            onClick={() => onChange(buttons.filter((_, at) => at !== index))}
          >
            <Trash2 size={16} />
          </IconButton>
        </div>
      ))}
      {buttons.length < most && (
        <div className="flex flex-wrap gap-2">
          {newButtons.map((button) => (
            <Button
              key={button.type}
              size="small"
              icon={<Plus size={14} />}
              onClick={() => onChange([...buttons, button])}
            >
              {t(`channelWhatsapp.template.${button.type}_add`)}
            </Button>
          ))}
        </div>
      )}
    </fieldset>
  );
}
