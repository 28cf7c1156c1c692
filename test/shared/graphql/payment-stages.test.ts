import { expect } from 'vitest';
import { cards, graphqlCardOf, sandboxShop, setColumns } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const stages = ['confirmed', 'challenged', 'authorized'] as const;
type Stage = (typeof stages)[number];

/** The stages reached by each payment. */
const reached: Readonly<Record<string, readonly Stage[]>> = {
  opened: [],
  declined: ['confirmed'],
  abandoned: ['confirmed', 'challenged'],
  authenticated: ['confirmed', 'challenged', 'authorized'],
  voided: ['confirmed', 'authorized'],
  charged: ['confirmed', 'authorized'],
};

const test = base
  .extend('cardShop', ({ service }) => sandboxShop(service))
  /** A payment for each of {@link reached}, by its name there, and another merchant's. */
  .extend('payments', async ({ cardShop, graphqlAs, service }) => {
    const payAt = (key: string) => async (card: string, input: object) => {
      const { payload } = await graphqlAs(key).mutate(
        'createPayment',
        {
          ...{ amount: 1_000, currency: 'EUR', confirm: true, paymentMethod: 'card' },
          ...{ paymentMethodData: { card: graphqlCardOf(card) }, ...input },
        },
        'payment { paymentId nextAction { redirectToUrl } }',
      );
      return payload.payment as { paymentId: string; nextAction: { redirectToUrl: string } | null };
    };
    const pay = payAt(cardShop.key);
    const threeDs = { authenticationType: 'three_ds' };
    const manual = await pay(cards.good, { captureMethod: 'manual' });
    await graphqlAs(cardShop.key).mutate(
      'cancelPayment',
      { paymentId: manual.paymentId },
      'payment { status }',
    );
    const challenged = await pay(cards.challenged, threeDs);
    await answer(service.url, challenged.nextAction!.redirectToUrl);
    const all = {
      opened: await pay(cards.good, { confirm: false }),
      declined: await pay(cards.declined, {}),
      abandoned: await pay(cards.challenged, threeDs),
      authenticated: challenged,
      voided: manual,
      charged: await pay(cards.good, {}),
    };
    const other = await sandboxShop(service);
    await payAt(other.key)(cards.good, {});
    return new Map(Object.entries(all).map(([name, { paymentId }]) => [paymentId, name]));
  })
  /** Sets the issuing bank of the charged payment's card, which the sandbox does not report. */
  .extend('issuedByExampleBank', ({ cardShop, payments, service }) => () => {
    const [charged] = [...payments].find(([, name]) => name === 'charged')!;
    return setColumns(
      service,
      'payments',
      { merchant_id: cardShop.merchantId, payment_id: charged },
      { payment_method_data: { card: { last4: '4242', card_issuer: 'Example Bank' } } },
    );
  });

/** Completes a sandbox challenge and returns. */
async function answer(serviceUrl: string, redirect: string): Promise<void> {
  const page = serviceUrl + new URL(redirect).pathname;
  const token = /name="token" value="(\w+)"/.exec(await (await fetch(page)).text())![1]!;
  const body = new URLSearchParams({ token, answer: 'complete' });
  const answered = await fetch(`${page}/answer`, { method: 'POST', redirect: 'manual', body });
  const back = new URL(answered.headers.get('location')!);
  await fetch(serviceUrl + back.pathname + back.search, { redirect: 'manual' });
}

const namesOf = (isReached: (stages: readonly Stage[]) => boolean) =>
  Object.entries(reached)
    .filter(([, of]) => isReached(of))
    .map(([name]) => name)
    .sort();

test('Payments are listed, counted and exported by the stage they reached', async ({
  cardShop,
  client,
  graphqlAs,
  payments,
}) => {
  for (const stage of stages) {
    for (const eq of [true, false]) {
      const expected = namesOf((of) => of.includes(stage) === eq);
      const { data, statements } = await graphqlAs(cardShop.key).run(
        `query ($filter: PaymentFilter) {
          payments(filter: $filter) { nodes { paymentId } totalCount }
          paymentStats(filter: $filter) { count }
        }`,
        { filter: { [stage]: { eq } } },
      );
      const found = data.payments.nodes.map(({ paymentId }: { paymentId: string }) =>
        payments.get(paymentId),
      );
      expect([stage, eq, found.sort()]).toEqual([stage, eq, expected]);
      expect([data.payments.totalCount, data.paymentStats]).toEqual([
        expected.length,
        [{ count: expected.length }],
      ]);
      expect(statements).toHaveLength(3);
      const file = await client.get(`/exports/payments.csv?${stage}=${eq}&columns=payment_id`, {
        key: cardShop.key,
      });
      const exported = file.body.map(({ payment_id }: { payment_id: string }) => payments.get(payment_id));
      expect(exported.sort()).toEqual(expected);
    }
  }
});

test('The drop-off between two stages is found by combining both filters', async ({
  cardShop,
  graphqlAs,
  payments,
}) => {
  const query = 'query ($filter: PaymentFilter) { payments(filter: $filter) { nodes { paymentId } } }';
  const { data } = await graphqlAs(cardShop.key).run(query, {
    filter: { challenged: { eq: true }, authorized: { eq: false } },
  });
  expect(data.payments.nodes.map(({ paymentId }: { paymentId: string }) => payments.get(paymentId))).toEqual([
    'abandoned',
  ]);
});

test('Attempts are counted by their connector account and issuing bank, exactly as listed', async ({
  cardShop,
  graphqlAs,
  issuedByExampleBank,
}) => {
  await issuedByExampleBank();
  const query = `query ($filter: AttemptFilter) {
    attempts(filter: $filter) { totalCount }
    attemptStats(filter: $filter, interval: HOUR) { count succeededCount }
  }`;
  const count = async (filter: object) => {
    const { data } = await graphqlAs(cardShop.key).run(query, { filter });
    const groups: { count: number; succeededCount: number }[] = data.attemptStats;
    const sum = (field: 'count' | 'succeededCount') => groups.reduce((all, group) => all + group[field], 0);
    return [data.attempts.totalCount, sum('count'), sum('succeededCount')];
  };
  expect(await count({ merchantConnectorId: { eq: cardShop.account } })).toEqual([5, 5, 3]);
  expect(await count({ merchantConnectorId: { eq: 'mca_other' } })).toEqual([0, 0, 0]);
  expect(await count({ cardIssuer: { eq: 'Example Bank' } })).toEqual([1, 1, 1]);
  expect(await count({ cardIssuer: { in: ['Other Bank'] } })).toEqual([0, 0, 0]);
  expect(await count({ not: { cardIssuer: { eq: 'Example Bank' } } })).toEqual([4, 4, 2]);
});

test('Payments are filtered by 3-D Secure, issuer and the codes of their first decline', async ({
  cardShop,
  client,
  graphqlAs,
  payments,
  service,
}) => {
  const [declined] = [...payments].find(([, name]) => name === 'declined')!;
  const key = { merchant_id: cardShop.merchantId, payment_id: declined };
  await setColumns(service, 'attempts', key, { error_code: 'first_code', issuer_error_code: '51' });
  // A later attempt failed with other codes: the payment counts by its first decline.
  await graphqlAs(cardShop.key).mutate(
    'confirmPayment',
    {
      paymentId: declined,
      paymentMethod: 'card',
      paymentMethodData: { card: graphqlCardOf(cards.declined) },
    },
    'payment { status }',
  );
  await setColumns(service, 'payments', key, {
    payment_method_data: { card: { last4: '0002', card_issuer: 'Example Bank' } },
  });
  const query = `query ($filter: PaymentFilter) {
    payments(filter: $filter) { nodes { paymentId } }
    paymentStats(filter: $filter) { count }
  }`;
  const found = async (filter: object, parameters: string) => {
    const { data } = await graphqlAs(cardShop.key).run(query, { filter });
    const names = data.payments.nodes.map(({ paymentId }: { paymentId: string }) => payments.get(paymentId));
    const file = await client.get(`/exports/payments.csv?${parameters}&columns=payment_id`, {
      key: cardShop.key,
    });
    expect(file.body).toHaveLength(names.length);
    expect(data.paymentStats.map(({ count }: { count: number }) => count)).toEqual(
      names.length > 0 ? [names.length] : [],
    );
    return names.sort();
  };
  expect(await found({ cardIssuer: { eq: 'Example Bank' } }, 'card_issuer=Example Bank')).toEqual([
    'declined',
  ]);
  expect(await found({ declineCode: { in: ['first_code'] } }, 'decline_code=first_code')).toEqual([
    'declined',
  ]);
  expect(await found({ declineCode: { eq: 'card_declined' } }, 'decline_code=card_declined')).toEqual([]);
  expect(await found({ issuerDeclineCode: { eq: '51' } }, 'issuer_decline_code=51')).toEqual(['declined']);
  expect(await found({ authenticationType: { eq: 'three_ds' } }, 'authentication_type=three_ds')).toEqual([
    'abandoned',
    'authenticated',
  ]);
});

test('Attempts are grouped by the issuing bank', async ({ cardShop, graphqlAs, issuedByExampleBank }) => {
  await issuedByExampleBank();
  const { data } = await graphqlAs(cardShop.key).run(
    '{ attemptStats(groupBy: [CARD_ISSUER]) { cardIssuer count succeededCount } }',
  );
  const own = data.attemptStats.find(
    ({ cardIssuer }: { cardIssuer: string }) => cardIssuer === 'Example Bank',
  );
  expect(own).toEqual({ cardIssuer: 'Example Bank', count: 1, succeededCount: 1 });
});
