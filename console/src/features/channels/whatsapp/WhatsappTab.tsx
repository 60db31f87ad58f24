import type { WhatsappNumber } from "@parley/contract/whatsapp";
import { ArrowLeft } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { BusinessProfile } from "./BusinessProfile.tsx";
import { ConnectByToken } from "./ConnectByToken.tsx";
import { Numbers } from "./Numbers.tsx";
import { Register } from "./Register.tsx";
import { Templates } from "./Templates.tsx";

type View =
  | { name: "home" | "register" | "token" }
  | { name: "profile" | "templates"; number: WhatsappNumber };

const home: View = { name: "home" };

/** The numbers of the company; from there to one more, to a number's profile and its templates, and back. */
export function WhatsappTab({ accounts }: { accounts?: ReactNode }) {
  const [view, setView] = useState<View>(home);
  const goHome = () => setView(home);
  switch (view.name) {
    case "home":
      return (
        <>
          <Numbers
            onRegister={() => setView({ name: "register" })}
            onProfile={(number) => setView({ name: "profile", number })}
            onTemplates={(number) => setView({ name: "templates", number })}
          />
          {accounts}
        </>
      );
    case "register":
      return (
        <Page onBack={goHome}>
          <Register onToken={() => setView({ name: "token" })} onConnected={goHome} />
        </Page>
      );
    case "token":
      return (
        <Page onBack={() => setView({ name: "register" })}>
          <ConnectByToken onConnected={goHome} />
        </Page>
      );
    case "profile":
      return (
        <Page onBack={goHome}>
          <BusinessProfile number={view.number} />
        </Page>
      );
    case "templates":
      return (
        <Page onBack={goHome}>
          <Templates number={view.number} />
        </Page>
      );
  }
}

function Page({ onBack, children }: { onBack: () => void; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <>
      <Button look="quiet" icon={<ArrowLeft size={16} />} onClick={onBack} className="mb-3 -ml-2">
        {t("channelWhatsapp.back")}
      </Button>
      {children}
    </>
  );
}
