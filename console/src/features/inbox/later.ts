import { needTexts } from "../../i18n/index.ts";

/** The box is fetched when there is time or when it is wanted, with its texts. */
export const loadInbox = async () => {
  await needTexts("inbox");
  return import("./InboxBox.tsx");
};
