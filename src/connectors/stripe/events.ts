import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { ConnectorAccess, ConnectorEvent } from '../../core/foundation/ports/connector.ts';
import { networkOfBrand } from '../card-brands.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import { readEvent } from '../exchange.ts';
import { stripeAmounts } from './amounts.ts';
import { disputeEvent } from './dispute-event.ts';
import { paymentEvents, reportsOf as reportsOfPayment } from './intent-events.ts';
import { callOf } from './marks.ts';
import { outcomeOfPayout, payoutId } from './payout.ts';
import { outcomeOfRefund } from './refund.ts';
import { refundedPayment } from './releases.ts';
import { chargesOf, idOf } from './stored-response.ts';
import { outcomeOfSetup } from './verify-method.ts';

/** A reported event, without its identifier. */
export type Report = ConnectorEvent extends infer Event
  ? Event extends ConnectorEvent
    ? Omit<Event, 'id' | 'at'>
    : never
  : never;

/** The events of connected accounts that an endpoint made with `connect=true` has to be sent. */
export const connectedEvents = ['payout.canceled', 'payout.failed', 'payout.paid'] as const;

/** The events that a webhook endpoint at Stripe has to be sent. Of all others none is needed. */
export const webhookEvents = [
  'payment_intent.amount_capturable_updated',
  'payment_intent.canceled',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.succeeded',
  'setup_intent.canceled',
  'setup_intent.setup_failed',
  'setup_intent.succeeded',
  'refund.created',
  'refund.failed',
  'refund.updated',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'radar.early_fraud_warning.created',
  'payment_method.automatically_updated',
  'payment_method.detached',
  'mandate.updated',
  'payout.paid',
  'payout.reconciliation_completed',
] as const;

/** Stripe events that repeat others; endpoints that subscribe to all events get them. */
const SAID_BY_OTHERS =
  /^(account|balance|charge\.(captured|expired|failed|pending|refund|succeeded|updated)|charge\.dispute\.funds|customer|file|payment_intent\.(created|partially_funded|requires_action)|payment_method\.(attached|updated)|payout\.(created|updated)|setup_intent\.(created|requires_action)|transfer)/;

/**
 * The events reported by one event of Stripe. Their identifier is Stripe's, followed by a digest of the report, so that
 * redeliveries are recognized. Some report the payment as Stripe has it by now: a redelivery that says more is new.
 */
export async function eventsOf(
  setup: ConnectorSetup,
  access: ConnectorAccess,
  event: Stripe.Event,
  signal: AbortSignal,
): Promise<ConnectorEvent[]> {
  const at = new Date(event.created * 1000);
  const reports = await readEvent(setup, event.type, () => reportsOf(setup, access, event, signal));
  return reports.map((report): ConnectorEvent => ({ ...report, id: `${event.id}/${digest(report)}`, at }));
}

const digest = (report: Report): string =>
  createHash('sha256').update(JSON.stringify(report)).digest('base64url').slice(0, 22);

async function reportsOf(
  setup: ConnectorSetup,
  access: ConnectorAccess,
  event: Stripe.Event,
  signal: AbortSignal,
): Promise<Report[]> {
  // A connected account's own events are never the merchant's, whatever their metadata: only payouts are made on such
  // accounts.
  if (event.account && !event.type.startsWith('payout.')) return [];
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.amount_capturable_updated':
    case 'payment_intent.processing':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
      return paymentEvents(setup, access, event.data.object, signal);
    case 'setup_intent.succeeded':
    case 'setup_intent.setup_failed':
    case 'setup_intent.canceled':
      return setupReports(setup, event.data.object);
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return refundReports(setup, access, event.data.object, signal);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
      return disputeEvent(setup, event.data.object);
    case 'radar.early_fraud_warning.created': {
      const { fraud_type: reason, payment_intent } = event.data.object;
      const connectorTransactionId = idOf(payment_intent);
      return connectorTransactionId ? [{ type: 'fraud_warning', connectorTransactionId, reason }] : [];
    }
    case 'payout.reconciliation_completed':
    case 'payout.paid':
    case 'payout.failed':
    case 'payout.canceled':
      return payoutReports(setup, event.data.object, event.account ?? null);
    case 'payment_method.automatically_updated':
      return cardReports(event.data.object);
    case 'payment_method.detached':
      return [{ type: 'mandate_revoked', connectorMandateId: event.data.object.id }];
    case 'mandate.updated': {
      const { payment_method: method, status } = event.data.object;
      const connectorMandateId = idOf(method);
      return status === 'inactive' && connectorMandateId
        ? [{ type: 'mandate_revoked', connectorMandateId }]
        : [];
    }
    default:
      if (!SAID_BY_OTHERS.test(event.type)) {
        setup.warn({ type: event.type }, 'Stripe sent an event that the connector does not know.');
      }
      return [];
  }
}

function setupReports(setup: ConnectorSetup, intent: Stripe.SetupIntent): Report[] {
  const call = callOf(intent.metadata);
  if (!call) return [];
  const outcome = outcomeOfSetup(setup, intent);
  return [{ type: 'outcome', call: { ...call, operation: 'authorize' }, outcome }];
}

/**
 * A refund by one of our calls, or one made in the dashboard. Failures are reported too, since they may follow a success.
 */
async function refundReports(
  setup: ConnectorSetup,
  access: ConnectorAccess,
  refund: Stripe.Refund,
  signal: AbortSignal,
): Promise<Report[]> {
  const call = callOf(refund.metadata);
  const payment = call ? null : await refundedPayment(setup, access, refund, signal);
  if (!call && !payment) return [];
  const outcome = outcomeOfRefund(setup, refund);
  const ours: Report[] = call ? [{ type: 'outcome', call: { ...call, operation: 'refund' }, outcome }] : [];
  if (outcome.kind === 'failed') {
    const { code, message } = outcome;
    const reference = call?.reference ?? null;
    return [...ours, { type: 'refund_failed', connectorRefundId: refund.id, reference, code, message }];
  }
  const paymentId = idOf(refund.payment_intent);
  if (call || paymentId === null || (outcome.kind !== 'succeeded' && outcome.kind !== 'pending')) return ours;
  return [
    // A refund follows a capture, perhaps one in the dashboard that is not reported yet.
    ...(payment?.capture_method === 'manual' ? reportsOfPayment(setup, payment) : []),
    {
      ...stripeAmounts.fromVendor(refund.amount, refund.currency),
      ...chargesOf(setup, refund.balance_transaction),
      type: 'refund_made',
      connectorTransactionId: paymentId,
      connectorRefundId: refund.id,
      status: outcome.kind,
      reason: refund.reason,
    },
  ];
}

/** A payout by one of our calls. A paid payout that fails later has come back. */
function payoutReports(setup: ConnectorSetup, payout: Stripe.Payout, account: string | null): Report[] {
  // One to the merchant's own bank.
  if (!account) return payout.automatic ? [{ type: 'report_ready' }] : [];
  const call = callOf(payout.metadata);
  if (!call) return [];
  const outcome = outcomeOfPayout(setup, payout, account);
  const reports: Report[] = [{ type: 'outcome', call: { ...call, operation: 'fulfill' }, outcome }];
  if (outcome.kind !== 'failed') return reports;
  const { code, message } = outcome;
  return [
    ...reports,
    { type: 'payout_returned', connectorTransactionId: payoutId(account, payout.id), code, message },
  ];
}

/** A saved card that the network replaced. */
const cardReports = ({ card, id }: Stripe.PaymentMethod): Report[] =>
  card
    ? [
        {
          type: 'card_updated',
          connectorMandateId: id,
          last4: card.last4 ?? '',
          network: networkOfBrand(card.brand),
          expMonth: String(card.exp_month).padStart(2, '0'),
          expYear: String(card.exp_year),
        },
      ]
    : [];
