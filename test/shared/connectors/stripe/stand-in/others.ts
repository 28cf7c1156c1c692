import type Stripe from 'stripe';
import { destinations } from './cards.ts';
import { LATER_MS } from './intents.ts';
import { scenarioOfMethod } from './objects.ts';
import { requireKeepable } from './other-methods-in.ts';
import { cardError, invalid, missing } from './refusal.ts';
import type { State } from './state.ts';

type Json = Record<string, unknown>;

export function createCustomer(state: State, params: Json): Stripe.Customer {
  const customer = {
    id: state.id('cus'),
    object: 'customer',
    created: state.seconds(),
    livemode: false,
    metadata: params.metadata ?? {},
  } as unknown as Stripe.Customer;
  state.customers.set(customer.id, customer);
  return customer;
}

export function createSetup(state: State, params: Json): Stripe.SetupIntent {
  const method = state.methods.get(String(params.payment_method));
  if (!method) throw missing('PaymentMethod', String(params.payment_method));
  const id = state.id('seti');
  const setup = {
    ...{ id, object: 'setup_intent', client_secret: `${id}_secret_standin`, created: state.seconds() },
    ...{
      customer: params.customer ?? null,
      payment_method: method.object.id,
      payment_method_types: [method.object.type],
    },
    ...{ metadata: params.metadata ?? {}, livemode: false, next_action: null, last_setup_error: null },
    ...{ usage: params.usage ?? 'off_session', status: 'succeeded', cancellation_reason: null },
  } as unknown as Stripe.SetupIntent;
  state.setups.set(id, setup);
  if (scenarioOfMethod(state, method.object.id) === 'declined') {
    setup.status = 'requires_payment_method';
    throw cardError({ code: 'card_declined', decline_code: 'generic_decline', setup_intent: setup });
  }
  if (method.object.type === 'card') return keepForLater(state, setup);
  requireKeepable(method.object.type, params);
  if (!params.return_url) throw invalid('A return_url must be specified.', { param: 'return_url' });
  setup.status = 'requires_action';
  setup.next_action = {
    type: 'redirect_to_url',
    redirect_to_url: { url: `${state.origin}/page/${id}`, return_url: String(params.return_url) },
  } as Stripe.SetupIntent.NextAction;
  return setup;
}

function keepForLater(state: State, setup: Stripe.SetupIntent): Stripe.SetupIntent {
  const method = state.methods.get(String(setup.payment_method))!;
  if (setup.customer) method.object.customer = setup.customer as string;
  setup.status = 'succeeded';
  state.plan('setup_intent.succeeded', setup);
  return setup;
}

/** The customer answers on the page of a method's set-up; returns the page's target. */
export function answerSetup(state: State, setup: Stripe.SetupIntent, answer: 'accept' | 'refuse'): string {
  const back = new URL(setup.next_action!.redirect_to_url!.return_url!);
  setup.next_action = null;
  if (answer === 'accept') keepForLater(state, setup);
  else {
    setup.status = 'requires_payment_method';
    setup.last_setup_error = {
      type: 'invalid_request_error',
      code: 'setup_intent_authentication_failure',
      message: 'The provided PaymentMethod has failed authentication.',
    } as Stripe.SetupIntent.LastSetupError;
    state.plan('setup_intent.setup_failed', setup);
  }
  back.searchParams.set('setup_intent', setup.id);
  back.searchParams.set('redirect_status', answer === 'accept' ? 'succeeded' : 'failed');
  return back.href;
}

export function setupOf(state: State, id: string): Stripe.SetupIntent {
  const setup = state.setups.get(id);
  if (!setup) throw missing('setup_intent', id);
  return setup;
}

/** Submitted evidence decides: Stripe's test mode reads it. */
export function updateDispute(state: State, id: string, params: Json): Stripe.Dispute {
  const dispute = disputeOf(state, id);
  if (dispute.status !== 'needs_response') throw invalid('This dispute is already closed.');
  const evidence = (params.evidence ?? {}) as Record<string, string>;
  Object.assign(dispute.evidence, evidence);
  dispute.evidence_details.has_evidence = true;
  if (params.submit !== 'true') return dispute;
  dispute.evidence_details.submission_count += 1;
  dispute.status = 'under_review';
  state.plan('charge.dispute.updated', dispute);
  const text = evidence.uncategorized_text ?? '';
  const end = text.includes('winning_evidence') ? 'won' : text.includes('losing_evidence') ? 'lost' : null;
  if (end) {
    state.plan('charge.dispute.closed', { ...dispute, status: end }, { afterMs: LATER_MS });
  }
  return dispute;
}

export function closeDispute(state: State, id: string): Stripe.Dispute {
  const dispute = disputeOf(state, id);
  dispute.status = 'lost';
  state.plan('charge.dispute.closed', dispute);
  return dispute;
}

function disputeOf(state: State, id: string): Stripe.Dispute {
  const dispute = state.disputes.get(id);
  if (!dispute) throw missing('dispute', id);
  return dispute;
}

export function createFile(state: State, params: Json): Stripe.File {
  const file = {
    ...{ id: state.id('file'), object: 'file', created: state.seconds(), expires_at: null, filename: null },
    ...{
      links: null,
      purpose: params.purpose,
      size: Number(params.size ?? 0),
      title: null,
      type: null,
      url: null,
    },
  } as unknown as Stripe.File;
  state.files.set(file.id, file);
  return file;
}

export function createDestination(state: State, account: string, params: Json): object {
  const given = (params.external_account ?? {}) as Json;
  const number = String(given.number ?? given.account_number ?? '');
  if (account === 'acct_refused') {
    throw invalid('This account cannot be paid out to.', { code: 'account_invalid' });
  }
  if (number === destinations.declined) throw cardError({ code: 'card_declined' });
  const id = state.id(given.object === 'card' ? 'card' : 'ba');
  state.destinations.set(id, { account, number });
  return { id, object: given.object, account, last4: number.slice(-4), currency: given.currency };
}

export function createTransfer(state: State, params: Json): object {
  const transfer = {
    ...{ id: state.id('tr'), object: 'transfer', amount: Number(params.amount), amount_reversed: 0 },
    ...{ created: state.seconds(), currency: params.currency, destination: params.destination },
    ...{ livemode: false, metadata: params.metadata ?? {}, reversed: false },
  } as unknown as Stripe.Transfer;
  state.transfers.set(transfer.id, transfer);
  return transfer;
}

export function transferOf(state: State, id: string): Stripe.Transfer {
  const transfer = state.transfers.get(id);
  if (!transfer) throw missing('transfer', id);
  return transfer;
}

export function reverseTransfer(state: State, id: string): object {
  const transfer = transferOf(state, id);
  transfer.reversed = true;
  transfer.amount_reversed = transfer.amount;
  return { id: state.id('trr'), object: 'transfer_reversal', amount: transfer.amount, transfer: id };
}

/** Payouts whose status changes automatically. */
const settlements = new WeakMap<
  Stripe.Payout,
  readonly { readonly at: number; readonly to: Partial<Stripe.Payout> }[]
>();

export function createPayout(state: State, account: string, params: Json): Stripe.Payout {
  const destination = state.destinations.get(String(params.destination));
  if (!account || destination?.account !== account)
    throw missing('external account', String(params.destination));
  const payout = {
    ...{ id: state.id('po'), object: 'payout', amount: Number(params.amount), arrival_date: state.seconds() },
    ...{
      automatic: false,
      created: state.seconds(),
      currency: params.currency,
      destination: params.destination,
    },
    ...{ failure_balance_transaction: null, failure_code: null, failure_message: null, livemode: false },
    ...{
      metadata: params.metadata ?? {},
      method: params.method ?? 'standard',
      status: 'pending',
      type: 'bank_account',
    },
  } as unknown as Stripe.Payout;
  state.payouts.set(payout.id, payout);
  state.ledger.push({
    kind: 'payout',
    reference: payout.metadata?.switchyard_reference ?? '',
    id: `${account}/${payout.id}`,
    amount: payout.amount,
    currency: payout.currency,
    succeeded: true,
  });
  const paid = { status: 'paid' };
  const failed = {
    status: 'failed',
    failure_code: 'no_account',
    failure_message: 'The account does not exist.',
  };
  const now = state.now().getTime();
  const returns = destination.number === destinations.returned;
  settlements.set(payout, [
    { at: now + LATER_MS, to: paid },
    ...(returns ? [{ at: now + 2 * LATER_MS, to: failed }] : []),
  ]);
  state.plan('payout.paid', { ...payout, ...paid }, { afterMs: LATER_MS, account });
  if (returns) state.plan('payout.failed', { ...payout, ...failed }, { afterMs: 2 * LATER_MS, account });
  return payout;
}

/** A payout in its current state. */
export function payoutOf(state: State, id: string): Stripe.Payout {
  const payout = state.payouts.get(id);
  if (!payout) throw missing('payout', id);
  for (const { at, to } of settlements.get(payout) ?? []) {
    if (state.now().getTime() >= at) Object.assign(payout, to);
  }
  return payout;
}

export function cancelPayout(state: State, id: string): Stripe.Payout {
  const payout = payoutOf(state, id);
  if (payout.status !== 'pending') throw invalid('Payouts can be canceled while they are pending.');
  payout.status = 'canceled';
  settlements.delete(payout);
  // The planned event is cancelled.
  for (const event of state.events.filter((one) => (one.object as { id?: string }).id === id)) {
    state.events.splice(state.events.indexOf(event), 1);
  }
  return payout;
}
