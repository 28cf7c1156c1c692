/**
 * The shop's orders, in memory. In a database `markPaid` is one statement:
 * `update orders set paid_at = now() where order_id = $1 and paid_at is null`, and the row count says whether to go on.
 */
const orders = new Map();
/** Webhooks that were processed. In a database: an insert into a table with this as its key, in the same transaction. */
const processed = new Set();

/** Statuses of a payment whose money is there, or held for the shop to capture. */
const PAID = new Set([
  'succeeded',
  'requires_capture',
  'partially_captured',
  'partially_captured_and_capturable',
]);

export function addOrder(orderId, lines) {
  const amount = lines.reduce((sum, line) => sum + line.amount, 0);
  const order = {
    orderId,
    amount,
    lines,
    paymentId: null,
    status: null,
    updated: '',
    paidAt: null,
    refunded: 0,
  };
  orders.set(orderId, order);
  return order;
}

export const findOrder = (orderId) => orders.get(orderId);

/** True the first time that a webhook comes. It may come again, under the same identifier. */
export function isNew(webhookId) {
  if (processed.has(webhookId)) return false;
  processed.add(webhookId);
  return true;
}

/** Records what the service says of an order's payment, from wherever it is known: a webhook, or the customer's return. */
export function recordPayment(order, payment) {
  // A payment of somebody else's, or of another amount, pays for nothing.
  if (payment.payment_id !== order.paymentId || payment.amount !== order.amount) return;
  // A webhook may come after an answer that knew more.
  if (payment.updated >= order.updated) {
    order.status = payment.status;
    order.updated = payment.updated;
  }
  if (PAID.has(payment.status) && markPaid(order)) {
    // Here the confirmation is sent, and the goods are packed.
    process.stdout.write(`Order ${order.orderId} is paid\n`);
  }
}

function markPaid(order) {
  if (order.paidAt !== null) return false;
  order.paidAt = new Date();
  return true;
}
