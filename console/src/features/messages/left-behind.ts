import { useOutbox } from "./outbox.ts";

const owner = "parley.owner";
const draft = /^parley\.draft\./;

/** What one agent wrote in this browser and did not send is not for the next who signs in here to see or to send. */
export function forgetOthers(userid: string): void {
  if (localStorage.getItem(owner) === userid) return;
  localStorage.setItem(owner, userid);
  useOutbox.setState({ unsent: [] });
  for (const name of Object.keys(localStorage)) if (draft.test(name)) localStorage.removeItem(name);
}
