import type { Companies } from "./companies.ts";

/** The desk's control interface, called from a test. */
export const desk: Companies = {
  create: call("create"),
  leave: call("leave"),
  signIn: call("signIn"),
  plantChat: call("plantChat"),
  allowTakingOver: call("allowTakingOver"),
  createNumber: call("createNumber"),
  approveTemplates: call("approveTemplates"),
  receiveMail: call("receiveMail"),
};

function call<Verb extends keyof Companies>(verb: Verb): Companies[Verb] {
  const ask = async (...args: unknown[]): Promise<unknown> => {
    const response = await fetch(`${process.env.CONTROL_URL}/${verb}`, {
      method: "POST",
      body: JSON.stringify(args),
      signal: AbortSignal.timeout(20_000),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  };
  return ask as Companies[Verb];
}
