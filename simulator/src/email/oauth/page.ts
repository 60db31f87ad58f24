import type { Mailbox } from "../mailbox.ts";

const names = { google: "Google", microsoft: "Microsoft" };

type Shown = {
  provider: keyof typeof names;
  /** The parameters of the desk's request. */
  query: Record<string, string>;
  mailboxes: { mailbox: Mailbox; consented: boolean }[];
};

/** The provider's page of consent, which offers the mailboxes that the desk may open. */
export function consentPage({ provider, query, mailboxes }: Shown): string {
  const name = names[provider];
  const link = (step: string, more: Record<string, string> = {}) =>
    escapeHtml(`/oauth/${provider}/${step}?${new URLSearchParams({ ...query, ...more })}`);
  const rows = mailboxes.map(
    ({ mailbox: { address, name: owner }, consented }) =>
      `<li><a class="choice" href="${link("consent", { mailbox: address })}"><b>${escapeHtml(owner)}</b><span>${escapeHtml(address)}</span></a>${
        consented ? `<a href="${link("withdraw", { mailbox: address })}">Withdraw consent</a>` : ""
      }</li>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Simulated sign-in at ${name}</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 3rem auto; padding: 0 1.25rem; color: #1c2b33; background: #fff }
  h1 { font-size: 1.3rem } ul { list-style: none; padding: 0; display: grid; gap: .6rem }
  .choice { display: grid; padding: .7rem 1rem; border: 1px solid #b6c1c7; border-radius: .5rem; color: inherit; text-decoration: none }
  .choice:hover, .choice:focus-visible { background: #eef4f7 } span { color: #51626b } a { color: #0b57d0 }
</style>
<h1>Sign in at ${name}</h1>
<p>This page stands for the provider's. Parley asks to read and send the mail of an account. Choose one to agree.</p>
<ul>${rows.join("")}</ul>
<p><a href="${link("deny")}">Deny</a></p>
</html>`;
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
