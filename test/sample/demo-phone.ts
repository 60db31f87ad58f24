import type { Control, PersonView } from "../../simulator/src/control.ts";
import type { Account, PhoneChat } from "../../simulator/src/phone.ts";

type DemoPhone = { account: Account; person: PersonView; chat: PhoneChat };

/** The phone of one of the demo's people, on their platform. */
export function demoPhone(control: Control, name: string): DemoPhone {
  const person = control.people().find((one) => one.name === name);
  const account = control.accounts().find(({ platform }) => platform === person?.platform);
  if (!person || !account) throw new Error(`There is no ${name} with an account to write to`);
  return { account, person, chat: control.chat({ account: account.id, person: person.id }) };
}
