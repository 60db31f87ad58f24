/** The variables of a signature. Their values are text, so they are escaped; an unknown variable stays as written. */
export type SignatureValues = {
  "agent.first_name": string;
  "agent.last_name": string;
  "department.name": string;
  "company.name": string;
};

export function fillSignature(html: string, values: SignatureValues): string {
  return html.replace(/\{\{\s*([a-z._]{1,40})\s*\}\}/g, (written, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name as keyof SignatureValues] : null;
    return value === null ? written : escapeHtml(value);
  });
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
