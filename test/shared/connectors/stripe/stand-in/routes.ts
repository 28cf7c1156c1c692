import { expanded, intentOf, searchIntents } from './intents.ts';
import { cancelIntent, captureIntent, incrementIntent } from './modifications.ts';
import {
  cancelPayout,
  closeDispute,
  createCustomer,
  createDestination,
  createFile,
  createPayout,
  createSetup,
  createTransfer,
  payoutOf,
  reverseTransfer,
  setupOf,
  transferOf,
  updateDispute,
} from './others.ts';
import { createAppleToken, createIntent, createMethod, detachMethod } from './payments.ts';
import { createRefund, expandedRefund, refundOf, refundsOf } from './refunds.ts';
import { missing } from './refusal.ts';
import { bankPayoutsOf, bookingsOf } from './settlements.ts';
import type { State } from './state.ts';
import { WEBHOOK_SECRET } from './webhooks.ts';

/** A request in a handler's view. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly params: Record<string, unknown>;
  /** The connected account of the request; empty for the platform's own. */
  readonly account: string;
}

interface Route {
  readonly method: string;
  readonly path: RegExp;
  /** @throws {Refusal} for Stripe's error responses. */
  readonly handle: (state: State, asked: Asked, id: string) => object;
}

/** `:id` in a path is a placeholder for the identifier. */
const route = (method: string, path: string, handle: Route['handle']): Route => ({
  method,
  path: new RegExp(`^/v1/${path.replace(':id', '([^/]+)')}$`),
  handle,
});

const expandOf = ({ params }: Asked): string[] => (Array.isArray(params.expand) ? params.expand : []);
const list = (url: string, data: readonly object[], object = 'list') => ({
  object,
  data,
  has_more: false,
  url,
});

/** The operations that the stand-in performs. */
export const routes: readonly Route[] = [
  route('GET', 'balance', () => ({ object: 'balance', available: [], pending: [], livemode: false })),
  route('POST', 'webhook_endpoints', (state, { params }) => ({
    ...{ id: state.id('we'), object: 'webhook_endpoint', secret: WEBHOOK_SECRET, status: 'enabled' },
    ...{ url: params.url, enabled_events: params.enabled_events },
  })),
  route('POST', 'customers', (state, { params }) => createCustomer(state, params)),
  route('DELETE', 'customers/:id', (state, _asked, id) => {
    if (!state.customers.delete(id)) throw missing('customer', id);
    return { id, object: 'customer', deleted: true };
  }),
  route('POST', 'payment_methods/:id/detach', (state, _asked, id) => detachMethod(state, id)),
  route('POST', 'tokens', (state, { params }) => createAppleToken(state, params)),
  route('POST', 'payment_methods', (state, { params }) => createMethod(state, params)),
  route('GET', 'payment_methods/:id', (state, _asked, id) => {
    const method = state.methods.get(id);
    if (!method) throw missing('PaymentMethod', id);
    return method.object;
  }),
  route('POST', 'payment_intents', (state, asked) =>
    expanded(state, createIntent(state, asked.params), expandOf(asked)),
  ),
  route('GET', 'payment_intents/search', (state, { params }) =>
    list('/v1/payment_intents/search', searchIntents(state, String(params.query)), 'search_result'),
  ),
  route('GET', 'payment_intents/:id', (state, asked, id) =>
    expanded(state, intentOf(state, id), expandOf(asked)),
  ),
  route('POST', 'payment_intents/:id/capture', (state, asked, id) =>
    expanded(state, captureIntent(state, id, asked.params), expandOf(asked)),
  ),
  route('POST', 'payment_intents/:id/cancel', (state, { params }, id) => cancelIntent(state, id, params)),
  route('POST', 'payment_intents/:id/increment_authorization', (state, asked, id) =>
    expanded(state, incrementIntent(state, id, asked.params), expandOf(asked)),
  ),
  route('POST', 'setup_intents', (state, { params }) => createSetup(state, params)),
  route('GET', 'setup_intents/:id', (state, _asked, id) => setupOf(state, id)),
  route('POST', 'setup_intents/:id/cancel', (state, _asked, id) =>
    Object.assign(setupOf(state, id), { status: 'canceled' }),
  ),
  route('POST', 'refunds', (state, asked) =>
    expandedRefund(createRefund(state, asked.params), expandOf(asked)),
  ),
  route('GET', 'refunds', (state, asked) =>
    list(
      '/v1/refunds',
      refundsOf(state, asked.params.payment_intent).map((one) => expandedRefund(one, expandOf(asked))),
    ),
  ),
  route('GET', 'refunds/:id', (state, asked, id) => expandedRefund(refundOf(state, id), expandOf(asked))),
  route('POST', 'disputes/:id', (state, { params }, id) => updateDispute(state, id, params)),
  route('POST', 'disputes/:id/close', (state, _asked, id) => closeDispute(state, id)),
  route('POST', 'files', (state, { params }) => createFile(state, params)),
  route('POST', 'accounts/:id/external_accounts', (state, { params }, id) =>
    createDestination(state, id, params),
  ),
  route('POST', 'transfers', (state, { params }) => createTransfer(state, params)),
  route('POST', 'transfers/:id/reversals', (state, _asked, id) => reverseTransfer(state, id)),
  route('GET', 'payouts', (state, { params }) => bankPayoutsOf(state, params)),
  route('GET', 'balance_transactions', (state, { params }) => bookingsOf(state, params)),
  route('POST', 'payouts', (state, { account, params }) => createPayout(state, account, params)),
  route('GET', 'transfers/:id', (state, _asked, id) => transferOf(state, id)),
  route('POST', 'payouts/:id/cancel', (state, _asked, id) => cancelPayout(state, id)),
  route('POST', 'payouts/:id', (state, { params }, id) => {
    const payout = payoutOf(state, id);
    Object.assign(payout.metadata!, params.metadata);
    return payout;
  }),
  route('GET', 'payouts/:id', (state, _asked, id) => payoutOf(state, id)),
];
