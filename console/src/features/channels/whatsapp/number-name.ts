import type { WhatsappNumber } from "@parley/contract/whatsapp";

/** The provider's name of a number; its id while that is not known. */
export const nameOfNumber = ({ verified_name, display_phone_number, id }: WhatsappNumber): string =>
  verified_name ?? display_phone_number ?? id;
