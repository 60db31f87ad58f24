/** Parts of a chat that are fetched when there is time or when they are wanted, each with its texts. */
import { needTexts } from "../../i18n/index.ts";

export const loadPinnedPanel = async () => {
  await needTexts("pins");
  return import("../pins/PinnedPanel.tsx");
};

export const loadChatSearch = async () => {
  await needTexts("chatSearch");
  return import("./ChatSearch.tsx");
};

export const loadMessageMenu = () => import("../message-kinds/MessageMenu.tsx");

export const loadViewer = async () => {
  await needTexts("viewer");
  return import("../viewer/Viewer.tsx");
};
