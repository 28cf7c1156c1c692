import type { Response } from 'express';
import validator from 'validator';
import { REPORTING, reportingEndpoints } from '../../http/pages/csp-reports.ts';
import { newNonce } from '../../http/pages/page-headers.ts';

/** A customer's page between a shop and a connector. */
export interface CustomerPage {
  readonly title: string;
  /** All foreign values in it are escaped. */
  readonly body: string;
  readonly script: string | null;
}

/**
 * Sends a page whose policy allows only submitting its form. It may be framed, like the challenge that leads to it.
 *
 * @param formAction The form's allowed target, as a source of the content security policy.
 */
export function sendPage(res: Response, formAction: string, page: CustomerPage): void {
  const nonce = newNonce();
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    `form-action ${formAction}`,
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    ...REPORTING,
  ];
  res.set('reporting-endpoints', reportingEndpoints);
  res.status(200).set('content-security-policy', policy.join('; ')).type('html').send(htmlOf(page, nonce));
}

const htmlOf = ({ body, script, title }: CustomerPage, nonce: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; min-height: 100vh; display: grid; place-content: center; }
main { max-width: 28rem; padding: 1.5rem; text-align: center; }
button { font: inherit; padding: 0.6rem 1.2rem; }
</style>
</head>
<body>
<main>${body}${script === null ? '' : `\n<script nonce="${nonce}">${script}</script>`}</main>
</body>
</html>
`;

/** A form that submits itself, with a button for browsers without scripts. */
export function formPage(
  { text, title }: { readonly title: string; readonly text: string },
  url: string,
  fields: Readonly<Record<string, string>>,
): CustomerPage {
  const inputs = Object.entries(fields).map(
    ([name, value]) =>
      `<input type="hidden" name="${validator.escape(name)}" value="${validator.escape(value)}">`,
  );
  const body = `<form method="post" action="${validator.escape(url)}">${inputs.join('')}
<p>${text}</p>
<button type="submit">Continue</button>
</form>`;
  return { title, body, script: 'document.forms[0].submit();' };
}

/** A text as a script literal. */
export const inScript = (text: string): string => JSON.stringify(text).replaceAll('<', '\\u003c');

/** A page that redirects to a URL, by its own script unless another is given, with a link for browsers without scripts. */
export const onwardPage = (
  address: string,
  script = `location.replace(${inScript(address)})`,
): CustomerPage => ({
  title: 'Your payment',
  body: `<p><a href="${validator.escape(address)}" target="_top">Continue</a></p>`,
  script,
});
