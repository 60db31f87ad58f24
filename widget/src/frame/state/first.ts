/** The fields of the message that begins a conversation. */
import type { VisitorSend } from "@parley/contract/visitors";
import type { WidgetFrame } from "@parley/contract/widget";
import { requestPageAddress } from "../host.ts";

export async function firstFacts(settings: WidgetFrame | null): Promise<NonNullable<VisitorSend["first"]>> {
  const page = settings?.page ? await requestPageAddress() : null;
  return {
    language: navigator.language,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(settings && { shown: settings.language_chosen }),
    ...(page && { page }),
  };
}
