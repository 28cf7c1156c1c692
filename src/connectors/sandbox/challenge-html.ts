import { createHash } from 'node:crypto';
import validator from 'validator';
import { majorUnits, moneyFormat } from '../../core/foundation/currencies.ts';
import { urlPath } from '../../core/foundation/url-path.ts';
import { outcomeAsOf, type SandboxTransaction } from './transaction.ts';

/** Inlined in the page, so that its policy need not allow any other resource. */
const style = `
  :root { color-scheme: light dark; --ink: #14181f; --soft: #5b6472; --paper: #fff; --ground: #f2f4f7;
    --line: #dfe3e9; --main: #1d4ed8; --on-main: #fff; }
  @media (prefers-color-scheme: dark) { :root { --ink: #eef1f5; --soft: #a3adba; --paper: #1b2029;
    --ground: #11151b; --line: #323a46; --main: #7aa2ff; --on-main: #0c1220; } }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center;
    padding: 1rem; background: var(--ground); color: var(--ink);
    font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
  main { width: 100%; max-width: 26rem; padding: 1.75rem; background: var(--paper);
    border: 1px solid var(--line); border-radius: 1rem; box-shadow: 0 8px 24px rgb(0 0 0 / 6%); }
  .badge { display: inline-block; margin: 0 0 1rem; padding: .15rem .6rem; border: 1px solid var(--line);
    border-radius: 1rem; color: var(--soft); font-size: .8125rem; }
  h1 { margin: 0 0 .5rem; font-size: 1.375rem; line-height: 1.3; }
  p { margin: 0 0 1.25rem; color: var(--soft); overflow-wrap: anywhere; }
  dl { margin: 0 0 1.5rem; border-top: 1px solid var(--line); }
  dl div { display: flex; justify-content: space-between; gap: 1rem; padding: .7rem 0;
    border-bottom: 1px solid var(--line); }
  dt { color: var(--soft); }
  dd { margin: 0; font-weight: 600; text-align: right; overflow-wrap: anywhere; min-width: 0; }
  button, .button { display: block; width: 100%; min-height: 3rem; padding: .7rem .5rem; border-radius: .6rem;
    border: 1px solid var(--line); background: transparent; color: var(--ink); font: inherit;
    font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
  button + button { margin-top: .75rem; }
  .main { border-color: var(--main); background: var(--main); color: var(--on-main); }
  button:focus-visible, .button:focus-visible { outline: 3px solid var(--main); outline-offset: 2px; }
`;

/** The style's hash for the Content-Security-Policy. */
export const styleDigest = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** An amount in the minor unit as people write it: `1234`, `USD` → `$12.34`. */
export const formatAmount = (amount: number, currency: string): string =>
  moneyFormat(currency, 'en').format(majorUnits(amount, currency));

function pageHtml(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${validator.escape(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="badge">Test mode: no money moves</p>
<h1>${validator.escape(title)}</h1>
${content}
</main>
</body>
</html>
`;
}

/** The page on which the customer completes or fails the challenge. */
export function challengeHtml(transaction: SandboxTransaction, merchantName: string): string {
  const { amount, card_last4, challenge_token, currency, transaction_id } = transaction;
  const facts: [string, string][] = [
    ['Merchant', merchantName],
    ['Amount', formatAmount(amount, currency)],
    ...factsOf(transaction),
    ...(card_last4 ? [['Card', `ending in ${card_last4}`] as [string, string]] : []),
  ];
  const rows = facts
    .map(([term, fact]) => `<div><dt>${term}</dt><dd>${validator.escape(fact)}</dd></div>`)
    .join('\n');
  return pageHtml(
    'Confirm your payment',
    `<p>This page stands in for your bank. Choose how the authentication ends.</p>
<dl>
${rows}
</dl>
<form method="post" action="${urlPath`/sandbox/3ds/${transaction_id}/answer`}" autocomplete="off">
<input type="hidden" name="token" value="${validator.escape(challenge_token ?? '')}">
<button class="main" name="answer" value="complete">Complete authentication</button>
<button name="answer" value="fail">Fail authentication</button>
</form>`,
  );
}

/** The page of a challenge that is over. */
export function finishedHtml(transaction: SandboxTransaction, now: Date): string {
  const outcome = outcomeAsOf(transaction, now);
  const sentence = transaction.voided
    ? 'The payment was cancelled before it was authenticated.'
    : outcome.kind === 'succeeded'
      ? 'The authentication was completed. It cannot be answered again.'
      : 'The authentication failed. It cannot be answered again.';
  const url = returnUrlOf(transaction);
  const link = url
    ? `<a class="button main" href="${validator.escape(url)}" rel="noreferrer">Back to the shop</a>`
    : '<p>You may close this page.</p>';
  return pageHtml(transaction.voided ? 'Cancelled' : 'Already answered', `<p>${sentence}</p>\n${link}`);
}

/** A page with a single sentence. */
export const messageHtml = (title: string, sentence: string) =>
  pageHtml(title, `<p>${validator.escape(sentence)}</p>`);

/** The return URL, unless it is not a web address. */
export function returnUrlOf({ return_url: url }: SandboxTransaction): string | null {
  return url && /^https?:\/\//i.test(url) ? url : null;
}

/** The order's lines on the challenge page, as terms and values. */
function factsOf({ order }: Pick<SandboxTransaction, 'order'>): [string, string][] {
  const lines = (order?.lines ?? []).map(({ productName, quantity }): [string, string] => {
    return ['Item', `${quantity} × ${productName}`];
  });
  return [...lines, ...(order?.statement ? [['Statement', order.statement] as [string, string]] : [])];
}
