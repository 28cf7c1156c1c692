const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign]!);

/** What a customer is told of a payment's status; of those that are not named, that it is being worked on. */
const sentences: Readonly<Record<string, string>> = {
  succeeded: 'The payment has succeeded.',
  requires_capture: 'The payment is authorized.',
  partially_captured: 'The payment has succeeded.',
  failed: 'The payment has failed. You were not charged.',
  cancelled: 'The payment was cancelled.',
  expired: 'The payment has expired.',
  requires_customer_action: 'The payment still waits for you to confirm it.',
};

const page = (title: string, nonce: string, body: string) => `<!doctype html>
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
<main>${body}</main>
</body>
</html>
`;

/** Tells a customer how the payment stands, where the merchant has no page for that. */
export function plainHtml(status: string, nonce: string): string {
  const sentence = sentences[status] ?? 'The payment is being worked on.';
  return page(
    'Your payment',
    nonce,
    `<h1>Your payment</h1><p>${sentence}</p><p>You may close this page.</p>`,
  );
}

/** A form that sends itself to the merchant; a button does where scripts are off. */
export function formHtml(url: string, parameters: Readonly<Record<string, string>>, nonce: string): string {
  const fields = Object.entries(parameters).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  const form = `<form method="post" action="${escaped(url)}">${fields.join('')}
<p>You are on your way back to the shop.</p>
<button type="submit">Continue</button>
</form>
<script nonce="${nonce}">document.forms[0].submit();</script>`;
  return page('Back to the shop', nonce, form);
}
