import type { Widget, WidgetSettings } from "@parley/contract/widget";

/** The web chat of Harbour Travel in component tests. */
export const channelid = "6a0f2ad4-0000-4000-8000-000000000005";
const key = "wk_7hQ2m9";

export const account = {
  channelid,
  platform: "web" as const,
  name: "harbour.example",
  username: null,
  departmentid: null,
  state: "working" as const,
  reason: null,
  mend: null,
  since: null,
  last_in: null,
  last_out: null,
  waiting: 0,
  can_start: false,
  starts_by: null,
};

const settings: WidgetSettings = {
  origins: ["https://harbour.example"],
  departments: [],
  colour: "#0b6e75",
  side: "right",
  theme: "page",
  language: null,
  texts: { en: { title: "Harbour Travel" } },
  asks: { name: "no", email: "optional", topic: "no" },
  page: true,
  others: false,
  faces: false,
  sound: true,
  privacy: null,
  mail: null,
};

export const widget: Widget = {
  channelid,
  key,
  settings,
  snippet: `<script src="https://desk.harbour.example/chat.js" data-key="${key}" async></script>`,
  connected_on: "2026-03-02T08:30:00.000Z",
};
