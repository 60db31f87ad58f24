import type { ChannelRow } from "@parley/contract/channels";
import type { WhatsappNumber } from "@parley/contract/whatsapp";
import { ArrowLeft } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { leaveForm } from "../../unsaved/unsaved.ts";
import type { TabProps } from "../tab/props.ts";
import { BusinessProfile } from "./BusinessProfile.tsx";
import { ConnectByToken } from "./ConnectByToken.tsx";
import { Numbers } from "./Numbers.tsx";
import { Register } from "./Register.tsx";
import { Templates } from "./Templates.tsx";

type View =
  | { name: "home" | "register" | "token" }
  | { name: "again"; account: ChannelRow }
  | { name: "profile" | "templates"; number: WhatsappNumber };

const home: View = { name: "home" };
const homeAgain: View = { name: "home" };

/** The numbers of the company, with links to register one, to a number's profile and to its templates. */
export function WhatsappTab({ accounts, again }: TabProps) {
  const [view, setView] = useState<View>(again ? { name: "again", account: again } : home);
  const goHome = () => setView(homeAgain);
  const leave = () => leaveForm(goHome);
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
    case "again":
      return (
        <Page key={view.name} onBack={goHome} focused={false}>
          <ConnectByToken again={view.account} onConnected={goHome} />
        </Page>
      );
    case "profile":
      return (
        <Page key={view.name} onBack={leave}>
          <BusinessProfile number={view.number} />
        </Page>
      );
    case "templates":
      return (
        <Page key={view.name} onBack={leave}>
          <Templates number={view.number} />
        </Page>
      );
  }
}

type PageProps = { onBack: () => void; focused?: boolean; children: ReactNode };

function Page({ onBack, focused = true, children }: PageProps) {
  const { t } = useTranslation();
  const back = useRef<HTMLButtonElement>(null);
  // The control that opened this has disappeared.
  useEffect(() => {
    if (focused) back.current?.focus();
  }, [focused]);
  return (
    <>
      <Button ref={back} look="quiet" icon={<ArrowLeft size={16} />} onClick={onBack} className="mb-3 -ml-2">
        {t("channelWhatsapp.back")}
      </Button>
      {children}
    </>
  );
}
