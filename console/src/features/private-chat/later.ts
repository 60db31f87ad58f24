import { needTexts } from "../../i18n/index.ts";

/** The panel is fetched when there is time or when it is wanted, with its texts. */
export const loadPrivateChat = async () => {
  await needTexts("privateChat");
  return import("./PrivateChatPanel.tsx");
};
