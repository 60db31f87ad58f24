/** The appearance of each platform, and how it is connected. A new channel is a folder, and a line here. */
import type { Language } from "@parley/contract/sessions";
import type { Ticket } from "@parley/contract/tickets";
import type { Platform } from "@parley/contract/values";
import type { ComponentType, ReactNode } from "react";
import { email } from "./email/index.ts";
import { gateway } from "./gateway/index.ts";
import type { AccountProps, ConnectProps } from "./tab/props.ts";
import { telegram } from "./telegram/index.ts";
import { viber } from "./viber/index.ts";
import { web } from "./web/index.ts";
import { whatsapp } from "./whatsapp/index.ts";

export type ChannelLook = {
  /** The name as the platform writes it, or by language. */
  name: string | Record<Language, string>;
  /** An SVG path of 24 by 24. Its colour is the token `--channel-<platform>`. */
  mark: string;
  /** The form that connects an account. */
  Connect?: ComponentType<ConnectProps>;
  /** Stands below the accounts on the platform's tab. */
  BelowAccounts?: ComponentType<Pick<ConnectProps, "onConnected">>;
  /** The platform's step in a company's first steps; `phone` leads to a simulated client. */
  FirstStep?: ComponentType<{ phone: ReactNode }>;
  /** True if usernames are shown without an @: numbers, addresses. */
  plainUsernames?: boolean;
  /** Further details of an account. */
  Details?: ComponentType<AccountProps>;
  /** True if the cards of the platform's tab have the details, too. */
  detailsOnCards?: boolean;
  /** Pages of an account, by their name in the address. */
  views?: Record<string, ComponentType<AccountProps>>;
  /** A line in the header of its conversations. */
  Facts?: ComponentType<{ ticket: Ticket }>;
  /** Lines about a client of this platform, shown beside each of their tickets. */
  About?: ComponentType<{ ticket: Ticket }>;
  /** A client's id as people know it, or null; unchanged when omitted. */
  clientId?: (externalId: string) => string | null;
  /** True if a test can send no message, since no address can be named. */
  testsConnectionAlone?: boolean;
  /** A section of the settings that opens its tab. */
  section?: string;
  /** True if figures name it before it is connected, as the specification's widgets do. */
  alwaysCounted?: boolean;
  /** True if it has a tab before it can be connected. */
  announced?: boolean;
};

export const channelLooks: Record<Platform, ChannelLook> = {
  telegram,
  whatsapp,
  viber,
  web,
  email,
  gateway,
};

/** True if it has a tab among the communication services. */
export const isOffered = (platform: Platform): boolean =>
  Boolean(channelLooks[platform].Connect ?? channelLooks[platform].announced);

export const colourOf = (platform: Platform) => `var(--channel-${platform})`;
