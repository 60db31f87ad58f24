/** The pages of the user guide in a language; what it lacks is in English. */
import type { Language } from "@parley/contract/sessions";
import { pages as order, type PageId } from "../../../../guide/contents.ts";
import type { GuidePage } from "../../../../vite/guide.ts";

const load: Record<Language, () => Promise<{ pages: GuidePage[] }>> = {
  en: () => import("virtual:guide/en"),
  af: () => import("virtual:guide/af"),
  bg: () => import("virtual:guide/bg"),
  tr: () => import("virtual:guide/tr"),
  es: () => import("virtual:guide/es"),
  ru: () => import("virtual:guide/ru"),
  nl: () => import("virtual:guide/nl"),
  ja: () => import("virtual:guide/ja"),
};

export type HelpPage = GuidePage & { language: Language };

export async function loadGuide(language: Language): Promise<HelpPage[]> {
  const [own, english] = await Promise.all([load[language](), load.en()]);
  return order.flatMap((id) => find(own.pages, id, language) ?? find(english.pages, id, "en") ?? []);
}

function find(pages: GuidePage[], id: PageId, language: Language): HelpPage | undefined {
  const page = pages.find((one) => one.id === id);
  return page && { ...page, language };
}
