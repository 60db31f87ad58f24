import type { ChannelRow } from "@parley/contract/channels";
import type { Department } from "@parley/contract/departments";
import { limits } from "@parley/contract/limits";
import type { Language } from "@parley/contract/sessions";
import type { WidgetFrame } from "@parley/contract/widget";
import { languageNames } from "../../../i18n/language-names.ts";
import { isColour, textOn } from "./contrast.ts";
import type { WidgetDraft } from "./draft.ts";

type Facts = {
  key: string;
  name: string;
  company: string;
  language: Language;
  departments: readonly Department[];
  /** The company's accounts, this one among them. */
  channels: readonly ChannelRow[];
};

const sampleFaces = ["Mira", "Jonas", "Noor"].map((name) => ({ name, avatar: null }));
const neutral = "#000000";

/** The data that a visitor's frame would get if the draft were published, at an hour when the company answers. */
export function frameOf(draft: WidgetDraft, facts: Facts): WidgetFrame {
  const { key, name, company, language, departments, channels } = facts;
  const colour = isColour(draft.colour) ? draft.colour : neutral;
  const { title = "", greeting = "", intro = "" } = draft.texts[language] ?? {};
  const offered = departments.filter(({ departmentid }) => draft.departments.includes(departmentid));
  const others = channels.filter(({ username, platform }) => username !== null && platform !== "email");
  return {
    key,
    name,
    company,
    colour,
    on_colour: textOn(colour).text,
    side: draft.side,
    theme: draft.theme,
    language: draft.language,
    language_chosen: language,
    languages: Object.keys(languageNames) as Language[],
    texts: { title, greeting, intro },
    asks: draft.asks,
    departments:
      offered.length > 1
        ? offered.map(({ departmentid, department_name }) => ({ id: departmentid, name: department_name }))
        : [],
    page: draft.page,
    sound: draft.sound,
    privacy: draft.privacy.trim() || null,
    others: draft.others ? others.map((one) => ({ platform: one.platform, name: one.name, url: "#" })) : [],
    faces: draft.faces ? sampleFaces : [],
    hours: { open: true, opens: null, time_zone: "UTC" },
    reply_minutes: null,
    limits: {
      text: limits.visitorText,
      caption: limits.caption,
      upload: { image: 0, video: 0, audio: 0, document: 0 },
    },
    version: "preview",
  };
}
