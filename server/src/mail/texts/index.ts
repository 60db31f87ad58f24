/** The texts of mails, in every language of the product. */
import type { PushMessage } from "@parley/contract/push";
import type { Language } from "@parley/contract/sessions";
import { af } from "./af.ts";
import { bg } from "./bg.ts";
import type { MailKind } from "./content.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { ja } from "./ja.ts";
import { nl } from "./nl.ts";
import { ru } from "./ru.ts";
import { tr } from "./tr.ts";

/**
 * Placeholders: the lead about a changed address has {address}, the one about failed sign-ins {count}, {time} and
 * {network}; an administrator's mail has {inviter} and {company}.
 */
type About = { subject: string; title: string; lead: string; note: string; button?: string };

export type MailTexts = Record<MailKind, About> & {
  /** The greeting; it contains {name}. */
  hello: string;
  helloWithoutName: string;
  valid: string;
  /** The footer; it contains {host}. */
  footer: string;
  /** The mail to an agent who is away. `several` contains {count}, a line {name}, one of a rating {stars}. */
  notices: {
    several: string;
    title: string;
    lead: string;
    button: string;
    note: string;
    settings: string;
    about: Record<PushMessage["about"], string>;
  };
  /** The mail of a week's figures. `subject` and `lead` contain {days}; `before`, `missed` and `ratings` {number}. */
  figures: {
    subject: string;
    title: string;
    lead: string;
    opened: string;
    closed: string;
    reopened: string;
    waiting: string;
    answer: string;
    goals: string;
    stars: string;
    before: string;
    missed: string;
    ratings: string;
    button: string;
    note: string;
    settings: string;
  };
};

const texts: Record<Language, MailTexts> = { af, bg, en, es, ja, nl, ru, tr };

export const textsOf = (lang: Language): MailTexts => texts[lang];
