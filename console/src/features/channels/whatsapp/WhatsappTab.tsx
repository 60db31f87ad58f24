import type { WhatsappNumber } from "@parley/contract/whatsapp";
import { ArrowLeft } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
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
const homeAgain: View = { name: "home" };

/** The numbers of the company; from there to one more, to a number's profile and its templates, and back. */
export function WhatsappTab({ accounts }: { accounts?: ReactNode }) {
  const [view, setView] = useState<View>(home);
  const goHome = () => setView(homeAgain);
  switch (view.name) {
    case "home":
      return (
        <>
          <Numbers
            focused={view === homeAgain}
            onRegister={() => setView({ name: "register" })}
            onProfile={(number) => setView({ name: "profile", number })}
            onTemplates={(number) => setView({ name: "templates", number })}
          />
          {accounts}
        </>
      );
    case "register":
      return (
        <Page key={view.name} onBack={goHome}>
          <Register onToken={() => setView({ name: "token" })} onConnected={goHome} />
        </Page>
      );
    case "token":
      return (
        <Page key={view.name} onBack={() => setView({ name: "register" })}>
          <ConnectByToken onConnected={goHome} />
        </Page>
      );
    case "profile":
      return (
        <Page key={view.name} onBack={goHome}>
          <BusinessProfile number={view.number} />
        </Page>
      );
    case "templates":
      return (
        <Page key={view.name} onBack={goHome}>
          <Templates number={view.number} />
        </Page>
      );
  }
}

function Page({ onBack, children }: { onBack: () => void; children: ReactNode }) {
  const { t } = useTranslation();
  const back = useRef<HTMLButtonElement>(null);
  // The control that led here is gone.
  useEffect(() => back.current?.focus(), []);
  return (
    <>
      <Button ref={back} look="quiet" icon={<ArrowLeft size={16} />} onClick={onBack} className="mb-3 -ml-2">
        {t("channelWhatsapp.back")}
      </Button>
      {children}
    </>
  );
}
