import type { Control } from "../../simulator/src/control.ts";
import type { Account, PhoneChat } from "../../simulator/src/phone.ts";

/** The phone of one of the demo's people, on the platform they use. */
export function demoPhone(control: Control, name: string): { account: Account; chat: PhoneChat } {
  const person = control.people().find((one) => one.name === name);
  const account = control.accounts().find(({ platform }) => platform === person?.platform);
  if (!person || !account) throw new Error(`There is no ${name} with an account to write to`);
  return { account, chat: control.chat({ account: account.id, person: person.id }) };
}
