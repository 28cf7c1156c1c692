/** The shop's pages. */
const money = (amount) => `$${(amount / 100).toFixed(2)}`;

const page = (title, body) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; margin: 3rem auto; max-width: 36rem; padding: 0 1rem; }
button { font: inherit; padding: 0.5rem 1rem; }
form { display: inline; }
</style>
</head>
<body>
<h1>${title}</h1>
${body}
</body>
</html>
`;

export const shopPage = (lines) =>
  page(
    'Kitchen shop',
    `<ul>${lines.map(({ name, amount }) => `<li>${name}: ${money(amount)}</li>`).join('')}</ul>
<form method="post" action="/orders"><button>Buy</button></form>`,
  );

const button = (action, label) => `<form method="post" action="${action}"><button>${label}</button></form>`;

/** Its buttons are the staff's: in a real shop they are behind a sign-in, on another page. */
export function orderPage({ orderId, lines, amount, status, paidAt, refunded }) {
  const isOpen = status === 'requires_capture' || status === 'partially_captured_and_capturable';
  const shipping = lines.map(({ name, shipped }, i) => {
    if (shipped) return `<li>${name}: shipped</li>`;
    return `<li>${name} ${isOpen ? button(`/orders/${orderId}/ship/${i}`, `Ship ${name}`) : ''}</li>`;
  });
  const isRefundable = paidAt !== null && lines.every((line) => line.shipped) && refunded === 0;
  return page(
    `Order ${orderId}`,
    `<p id="state">${paidAt === null ? `Not paid yet (${status})` : 'Paid'}</p>
<ul>${shipping.join('')}</ul>
<p>Total ${money(amount)}, refunded ${money(refunded)}</p>
${isRefundable ? button(`/orders/${orderId}/refund`, 'Refund') : ''}
<p><a href="/">Back to the shop</a></p>`,
  );
}
