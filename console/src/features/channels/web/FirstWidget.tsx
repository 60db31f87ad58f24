import { useProfile } from "../../session/viewer.ts";
import { ConnectWidget } from "./ConnectWidget.tsx";

/** The company's first web chat, which takes its name. */
export function FirstWidget() {
  const { companyName } = useProfile();
  return <ConnectWidget suggested={companyName} />;
}
