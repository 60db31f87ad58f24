import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "./Field.tsx";
import { IconButton } from "./IconButton.tsx";

type Props = Omit<ComponentProps<typeof Field>, "type" | "children">;

/** A password field with a button that reveals it. */
export function PasswordField(props: Props) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <Field maxLength={1024} {...props} type={shown ? "text" : "password"}>
      <IconButton
        label={t(shown ? "signIn.hideField" : "signIn.showField", { field: props.label })}
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff size={17} /> : <Eye size={17} />}
      </IconButton>
    </Field>
  );
}
