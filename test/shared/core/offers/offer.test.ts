import fc from 'fast-check';
import { expect } from 'vitest';
import type { PaymentMethodOffer } from '../../../../src/core/offers/payment-method-offer.ts';
import { pathOfType } from '../../../../src/core/payment-methods/method-details.ts';
import { budget, figure } from '../../../kit/figure.ts';
import { seed } from '../../../kit/property.ts';
import { seedMerchant } from '../../../kit/seed.ts';
import { test as base } from '../../../kit/test.ts';
import { numbers, type WayToPay, type World, withLesserConnectors, worlds } from './offer-worlds.ts';

const WORLDS = budget(400, 24);
/** For a machine with other users. */
const TIMEOUT_MS = 600_000;
const options = withLesserConnectors(() => new Date());

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => options)
  /** A merchant with a world's accounts, and a factory of its payments. */
  .extend('settle', ({ client, service }) => async ({ accounts, payment, routing }: World) => {
    options.publicUrl = service.url;
    const merchant = await seedMerchant(service);
    const settings = { routing_algorithm: routing, authentication_connector_details: null };
    const profiles = [
      await merchant.profile({ ...settings, profile_name: 'own' }),
      await merchant.profile({ ...settings, profile_name: 'other' }),
    ];
    for (const { ofOther, ...account } of accounts) {
      await merchant.connector({ ...account, test_mode: true, profile_id: profiles[Number(ofOther)] });
    }
    const customer_id = payment.hasCustomer ? await merchant.customer() : null;
    const {
      country,
      hasCustomer: _,
      hasName,
      isAuthenticatedElsewhere,
      ofOther,
      surcharge,
      ...given
    } = payment;
    const body = {
      ...given,
      customer_id,
      profile_id: profiles[Number(ofOther)],
      ...(country ? { billing: { address: { country } } } : {}),
      ...(hasName ? { name: 'Ann Example' } : {}),
      ...(surcharge === null ? {} : { surcharge_details: { surcharge_amount: surcharge } }),
      ...(isAuthenticatedElsewhere
        ? { authentication_type: 'three_ds', request_external_three_ds_authentication: true }
        : {}),
    };
    const key = merchant.publishableKey;
    return {
      create: async () => {
        const created = await client.post('/payments', { key: merchant.key, body });
        expect(created.status, created.text).toBe(200);
        return created.body as { payment_id: string; client_secret: string };
      },
      offerOf: async (secret: string) => {
        const answer = await client.get(`/account/payment_methods?client_secret=${secret}`, { key });
        expect(answer.status, answer.text).toBe(200);
        return answer.body as PaymentMethodOffer;
      },
      confirm: (id: string, more: object) => client.post(`/payments/${id}/confirm`, { key, body: more }),
    };
  });

/** The values of required fields, by the last part of their paths. */
const values: Readonly<Record<string, unknown>> = {
  card_exp_month: '12',
  card_exp_year: '2039',
  account_number: '000123456789',
  routing_number: '110000000',
  iban: 'DE89370400440532013000',
  sort_code: '200000',
  bsb_number: '062000',
  bank_account_holder_name: 'Ann Example',
  payment_data: 'wallet_token_4242',
  token: 'wallet_token_4242',
  customer_acceptance: { acceptance_type: 'online' },
};

/** Account numbers have other lengths in other countries. */
const parameterValue = (path: readonly string[], network: string): unknown => {
  const name = path.at(-1)!;
  if (name === 'card_number') return numbers[network];
  if (name === 'card_cvc') return network === 'American Express' ? '7311' : '731';
  if (name !== 'account_number') return values[name];
  return path.includes('bacs_bank_debit')
    ? '00012345'
    : path.includes('becs_bank_debit')
      ? '000123456'
      : values[name];
};

/** The parameters required by every method of a type, for types without an offer. */
const details: Readonly<Record<string, readonly string[]>> = {
  card: ['card_number', 'card_exp_month', 'card_exp_year', 'card_cvc'],
  ach_bank_debit: ['account_number', 'routing_number'],
  sepa_bank_debit: ['iban'],
  bacs_bank_debit: ['account_number', 'sort_code'],
  becs_bank_debit: ['account_number', 'bsb_number'],
  apple_pay: ['payment_data'],
  google_pay: ['tokenization_data.token'],
};

function put(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name, ...rest] = path;
  if (rest.length === 0) target[name!] = value;
  else {
    target[name!] ??= {};
    put(target[name!] as Record<string, unknown>, rest, value);
  }
}

type OfferedType = PaymentMethodOffer['payment_methods'][number]['payment_method_types'][number];

const offeredType = (offer: PaymentMethodOffer, { kind, type }: WayToPay): OfferedType | undefined =>
  offer.payment_methods
    .find(({ payment_method }) => payment_method === kind)
    ?.payment_method_types.find(({ payment_method_type }) => payment_method_type === type);

/** The confirmation with exactly the required parameters; with all if nothing is offered. */
function confirmationOf(way: WayToPay, offered: OfferedType | undefined, needsConsent: boolean) {
  const body: Record<string, unknown> = { payment_method: way.kind, payment_method_type: way.type };
  const path = ['payment_method_data', ...pathOfType(way.kind, way.type)];
  put(body, path, {});
  const asked =
    offered?.required_fields
      .filter(({ is_given }) => !is_given)
      .map((field) => field.required_field.split('.')) ??
    (details[path.at(-1)!] ?? []).map((name) => [...path, ...name.split('.')]);
  for (const at of asked) put(body, at, parameterValue(at, way.network));
  if (needsConsent) body.mandate_data = { customer_acceptance: values.customer_acceptance };
  return way.usage === null ? body : { ...body, setup_future_usage: way.usage };
}

const isSaveable = ({ kind }: WayToPay) => kind === 'card' || kind === 'bank_debit';

/** Whether an offer contains a way to pay. Only saveable ones list future usages. */
function isOffered(offered: OfferedType | undefined, { kind, network, usage }: WayToPay): boolean {
  const own = offered?.card_networks.find(({ card_network }) => card_network === network);
  const found = kind === 'card' ? own : offered;
  return Boolean(found) && (usage === null || found!.setup_future_usage.includes(usage));
}

test('Confirmation accepts exactly the offered methods', { timeout: TIMEOUT_MS }, async ({
  settle,
  task,
}) => {
  const counted = { offered: 0, refused: 0 };
  const check = async (world: World) => {
    const shop = await settle(world);
    const { client_secret } = await shop.create();
    const offer = await shop.offerOf(client_secret);
    for (const way of world.attempts) {
      // A guest saves nothing, and other kinds are not stored: the usage makes no difference there.
      const usage = world.payment.hasCustomer && isSaveable(way) ? way.usage : null;
      const asked = { ...way, usage };
      const offered = offeredType(offer, asked);
      const { client_secret: secret, payment_id } = await shop.create();
      const needsConsent =
        usage === 'off_session' || (!offered && world.payment.setup_future_usage === 'off_session');
      const body = { client_secret: secret, ...confirmationOf(asked, offered, needsConsent) };
      const { status, text } = await shop.confirm(payment_id, body);
      const why = `${JSON.stringify({ world, way: asked, offered })}\n${text}`;
      expect(status === 200, why).toBe(isOffered(offered, asked));
      counted[status === 200 ? 'offered' : 'refused'] += 1;
    }
  };
  await fc.assert(fc.asyncProperty(worlds, check), { seed, numRuns: WORLDS });
  expect(Math.min(counted.offered, counted.refused)).toBeGreaterThan(WORLDS / 16);
  figure(task, `${WORLDS} merchants, ${counted.offered} ways to pay offered, ${counted.refused} refused`);
});
