import type { Values } from './insert.ts';
import { type SeededMerchant, seedMerchant } from './seed.ts';
import type { TestService } from './service.ts';

/** The verification code of every card below. */
export const CVC = '731';
/** A card in the REST API's format. */
export const cardOf = (number: string) => ({
  card_number: number,
  card_exp_month: '12',
  card_exp_year: '2039',
  card_holder_name: 'Ann Example',
  card_cvc: CVC,
});
/** A card in the GraphQL API's format. */
export const graphqlCardOf = (number: string) => ({
  cardNumber: number,
  cardExpMonth: '12',
  cardExpYear: '2039',
  cardHolderName: 'Ann Example',
  cardCvc: CVC,
});

/** The sandbox's card numbers, by outcome. */
export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  retryable: '4000000000000119',
  silent: '4000000000000341',
  challenged: '4000000000003220',
  frictionless: '4000000000003055',
} as const;

/** A merchant with a sandbox account that accepts cards. */
export interface SandboxShop extends SeededMerchant {
  readonly account: string;
  /** Adds a sandbox account, which accepts cards by default. */
  sandbox(values?: Values): Promise<string>;
  /** Adds a payment without a payment method. */
  open(values?: Values): Promise<string>;
}

export const acceptsCards = [
  { payment_method: 'card', recurring_enabled: true, installment_payment_enabled: false },
];

export async function sandboxShop(service: TestService, values: Values = {}): Promise<SandboxShop> {
  const shop = await seedMerchant(service, values);
  const sandbox = (row: Values = {}) =>
    shop.connector({ test_mode: true, payment_methods_enabled: acceptsCards, ...row });
  return {
    ...shop,
    account: await sandbox({ connector_label: 'first' }),
    sandbox,
    open: (row = {}) =>
      shop.payment({
        status: 'requires_payment_method',
        amount_received: 0,
        profile_id: shop.profileId,
        ...row,
      }),
  };
}

/** Updates columns of the matching rows, bypassing the service's validation. */
export async function setColumns(
  { database }: Pick<TestService, 'database'>,
  table: string,
  where: Values,
  values: Values,
): Promise<void> {
  const all = [...Object.values(values), ...Object.values(where)];
  const stored = all.map((value) =>
    value !== null && typeof value === 'object' && !(value instanceof Date) ? JSON.stringify(value) : value,
  );
  const sets = Object.keys(values).map((name, i) => `"${name}" = $${i + 1}`);
  const from = sets.length;
  const wheres = Object.keys(where).map((name, i) => `"${name}" = $${from + i + 1}`);
  const text = `update "${table}" set ${sets.join(', ')} where ${wheres.join(' and ')}`;
  await database.rows.query({ text, values: stored }, null);
}
