import validator from 'validator';
import { style } from './challenge-style.ts';
import { shownAmount } from './shown-amount.ts';
import { outcomeAsOf, type SandboxTransaction } from './transaction.ts';

const escaped = (text: string) => validator.escape(text);

function pageHtml(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="badge">Test mode: no money moves</p>
<h1>${escaped(title)}</h1>
${content}
</main>
</body>
</html>
`;
}

/** The page that asks a customer whether they are who pays. */
export function questionHtml(transaction: SandboxTransaction, merchantName: string): string {
  const { amount, card_last4, challenge_token, currency, transaction_id } = transaction;
  const facts: [string, string][] = [
    ['Merchant', merchantName],
    ['Amount', shownAmount(amount, currency)],
    ...(card_last4 ? [['Card', `ending in ${card_last4}`] as [string, string]] : []),
  ];
  const rows = facts.map(([term, fact]) => `<div><dt>${term}</dt><dd>${escaped(fact)}</dd></div>`).join('\n');
  return pageHtml(
    'Confirm your payment',
    `<p>This page stands in for your bank. Choose how the authentication ends.</p>
<dl>
${rows}
</dl>
<form method="post" action="/sandbox/3ds/${encodeURIComponent(transaction_id)}/answer" autocomplete="off">
<input type="hidden" name="token" value="${escaped(challenge_token ?? '')}">
<button class="main" name="answer" value="complete">Complete authentication</button>
<button name="answer" value="fail">Fail authentication</button>
</form>`,
  );
}

/** The page of a challenge that is over, whichever way. */
export function answeredHtml(transaction: SandboxTransaction, now: Date): string {
  const outcome = outcomeAsOf(transaction, now);
  const how = transaction.voided
    ? 'The payment was cancelled before it was authenticated.'
    : outcome.kind === 'succeeded'
      ? 'The authentication was completed. It cannot be answered again.'
      : 'The authentication failed. It cannot be answered again.';
  const back = backOf(transaction);
  const link = back
    ? `<a class="button main" href="${escaped(back)}" rel="noreferrer">Back to the shop</a>`
    : '<p>You may close this page.</p>';
  return pageHtml(transaction.voided ? 'Cancelled' : 'Already answered', `<p>${how}</p>\n${link}`);
}

/** A page that says what is wrong, in a sentence. */
export const troubleHtml = (title: string, sentence: string) =>
  pageHtml(title, `<p>${escaped(sentence)}</p>`);

/** Where the browser goes back to, if it is an address of the web. */
export function backOf({ return_url: address }: SandboxTransaction): string | null {
  return address && /^https?:\/\//i.test(address) ? address : null;
}
