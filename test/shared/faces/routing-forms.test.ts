import { describe, expect } from 'vitest';
import { test as base } from '../../kit/test.ts';

/** Each type of algorithm, in the forms of a profile's `routing_algorithm`, with the resulting order. */
const forms = (first: string, second: string) => ({
  'one account': { type: 'single', data: { connector: 'sandbox', merchant_connector_id: second } },
  'one connector by name': { type: 'single', data: 'sandbox' },
  'an order': {
    type: 'priority',
    data: [{ merchant_connector_id: second }, { merchant_connector_id: first }],
  },
  'an order of one': { type: 'priority', data: { connector: 'sandbox', merchant_connector_id: second } },
  'a split': {
    type: 'volume_split',
    data: [
      { split: 100, connector: { merchant_connector_id: second } },
      { split: 0, connector: { merchant_connector_id: first } },
    ],
  },
  rules: {
    type: 'advanced',
    data: {
      rules: [
        {
          name: 'large',
          conditions: [{ field: 'amount', comparison: 'greater_than', value: 10 }],
          connectors: [{ merchant_connector_id: second }],
        },
      ],
      default: ['sandbox'],
    },
  },
});
const names = Object.keys(forms('', '')) as (keyof ReturnType<typeof forms>)[];

const condition = { comparison: 'equal', value: 1 };
/** The faults of each form, by path within the algorithm. */
const refused: [routing: unknown, path: string, code: string][] = [
  [{ type: 'fastest', data: 'sandbox' }, '.type', 'invalid_parameter'],
  [{ data: 'sandbox' }, '.type', 'invalid_parameter'],
  [{}, '.type', 'invalid_parameter'],
  [{ type: null, data: null }, '.type', 'invalid_parameter'],
  [{ type: 'single' }, '.data', 'invalid_parameter'],
  [{ type: 'single', data: {} }, '.data', 'invalid_parameter'],
  [{ type: 'single', data: { connector: 'sandbox', name: 'x' } }, '.data.name', 'unknown_parameter'],
  [{ type: 'single', data: { connector: 'nowhere' } }, '.data', 'invalid_parameter'],
  [{ type: 'priority', data: ['sandbox', 'nowhere'] }, '.data[1]', 'invalid_parameter'],
  [
    { type: 'priority', data: ['sandbox', { merchant_connector_id: 'mca_no' }] },
    '.data[1]',
    'resource_not_found',
  ],
  [{ type: 'volume_split', data: [{ split: 60, connector: 'sandbox' }] }, '.data', 'invalid_parameter'],
  [{ type: 'advanced', data: {} }, '.data', 'invalid_parameter'],
  [{ type: 'advanced', data: { rules: [], default: [] } }, '.data', 'invalid_parameter'],
  [{ type: 'volume_split', data: [{ connector: 'sandbox' }] }, '.data[0].split', 'invalid_parameter'],
  [
    {
      type: 'advanced',
      data: { rules: [{ connectors: ['sandbox'], conditions: [{ ...condition, field: 'mood' }] }] },
    },
    '.data.rules[0].conditions[0].field',
    'invalid_parameter',
  ],
];

interface Refusal {
  readonly code?: string;
  readonly param?: string;
}
/** Sets an algorithm in one place; returns the stored value or the refusal. */
type Face = (place: Place, routing: unknown) => Promise<{ value?: unknown; refusal?: Refusal }>;

const test = base
  .extend(
    'rest',
    ({ client, service, shop }): Face =>
      async (place, routing) => {
        const { field, rest } = places[place];
        const id = place === 'payout' ? await shop.payout({ status: 'requires_payout_method_data' }) : '';
        const path = rest(shop, id);
        const body = { ...(place === 'payment' ? payment : {}), [field]: routing };
        const options = place === 'account' ? { key: service.adminApiKey } : {};
        const answer = await client.post(path, { key: shop.key, body, ...options });
        if (answer.status !== 200) return { refusal: answer.body.error };
        if (answer.body[field] !== undefined) return { value: answer.body[field] };
        const stored = place === 'payout' ? ['payouts', 'payout_id'] : ['payments', 'payment_id'];
        const [row] = await service.database.rows.query<{ routing: unknown }>(
          {
            text: `select routing from ${stored[0]} where ${stored[1]} = $1 and merchant_id = $2`,
            values: [answer.body[stored[1]!], shop.merchantId],
          },
          null,
        );
        return { value: row!.routing };
      },
  )
  .extend(
    'graphqlFace',
    ({ graphqlAs, service, shop }): Face =>
      async (place, routing) => {
        const { graphql, mutation } = places[place];
        const id = place === 'payout' ? await shop.payout({ status: 'requires_payout_method_data' }) : '';
        const key = place === 'account' ? service.adminApiKey : shop.key;
        const { input, selection } = mutation(shop, id);
        const [name] = Object.keys(selection) as [string];
        const { payload, userErrors } = await graphqlAs(key).mutate(
          name,
          { ...input, [graphql]: routing },
          selection[name]!,
        );
        if (userErrors.length > 0) return { refusal: userErrors[0] as Refusal };
        const object = Object.values(payload).find(
          (value) => value !== null && !Array.isArray(value),
        ) as Record<string, unknown>;
        return { value: object[graphql] };
      },
  );

interface Owner {
  readonly merchantId: string;
  readonly profileId: string;
}
const payment = { amount: 6540, currency: 'EUR' };
const typed = 'type data';
const places = {
  payment: {
    field: 'routing',
    graphql: 'routing',
    rest: () => '/payments',
    mutation: ({ profileId }: Owner) => ({
      input: { ...payment, profileId },
      selection: { createPayment: `payment { routing { ${typed} } }` } as Record<string, string>,
    }),
  },
  payout: {
    field: 'routing',
    graphql: 'routing',
    rest: (_: Owner, id: string) => `/payouts/${id}`,
    mutation: (_: Owner, payoutId: string) => ({
      input: { payoutId },
      // No API shows a payout's routing.
      selection: { updatePayout: 'payout { payoutId }' } as Record<string, string>,
    }),
  },
  'profile, payments': {
    field: 'routing_algorithm',
    graphql: 'routingAlgorithm',
    rest: profilePath,
    mutation: profileMutation('routingAlgorithm'),
  },
  'profile, payouts': {
    field: 'payout_routing_algorithm',
    graphql: 'payoutRoutingAlgorithm',
    rest: profilePath,
    mutation: profileMutation(`payoutRoutingAlgorithm { ${typed} }`),
  },
  'profile, fraud': {
    field: 'frm_routing_algorithm',
    graphql: 'frmRoutingAlgorithm',
    rest: profilePath,
    mutation: profileMutation('frmRoutingAlgorithm'),
  },
  account: {
    field: 'payout_routing_algorithm',
    graphql: 'payoutRoutingAlgorithm',
    rest: ({ merchantId }: Owner) => `/accounts/${merchantId}`,
    mutation: accountMutation(`payoutRoutingAlgorithm { ${typed} }`),
  },
  'account, fraud': {
    field: 'frm_routing_algorithm',
    graphql: 'frmRoutingAlgorithm',
    rest: ({ merchantId }: Owner) => `/accounts/${merchantId}`,
    mutation: accountMutation(`frmRoutingAlgorithm { ${typed} }`),
  },
} as const;
type Place = keyof typeof places;

function profilePath({ merchantId, profileId }: Owner) {
  return `/account/${merchantId}/business_profile/${profileId}`;
}
function profileMutation(shown: string) {
  return ({ profileId }: Owner) => ({
    input: { profileId },
    selection: { updateBusinessProfile: `businessProfile { ${shown} }` } as Record<string, string>,
  });
}
function accountMutation(shown: string) {
  return ({ merchantId }: Owner) => ({
    input: { merchantId },
    selection: { updateMerchantAccount: `merchantAccount { ${shown} }` } as Record<string, string>,
  });
}

describe.each(Object.keys(places) as Place[])('The routing of %s', (place) => {
  test('Accepts each form of an algorithm in both APIs', async ({ graphqlFace, rest, shop }) => {
    const all = forms(await shop.connector(), await shop.connector());
    for (const name of names) {
      expect({ [name]: await rest(place, all[name]) }).toEqual({ [name]: { value: all[name] } });
      const { refusal, value } = await graphqlFace(place, all[name]);
      expect({ [name]: refusal }).toEqual({ [name]: undefined });
      if (place !== 'payout') expect({ [name]: value }).toEqual({ [name]: all[name] });
    }
  });

  test('Names the fault identically in both APIs', async ({ graphqlFace, rest }) => {
    const { field } = places[place];
    for (const [routing, path, code] of refused) {
      const expected = { code, param: `${field}${path}` };
      expect((await rest(place, routing)).refusal, JSON.stringify(routing)).toMatchObject(expected);
      const isEnumeration = path === '.type' && (routing as { type?: string }).type !== undefined;
      const { refusal } = await graphqlFace(place, routing).catch((error: Error) => {
        // GraphQL's schema refuses an unknown type name.
        if (!isEnumeration) throw error;
        return { refusal: expected };
      });
      expect(refusal, JSON.stringify(routing)).toMatchObject(expected);
    }
  });
});

test("The specification's form is shown with all of its members", async ({ rest }) => {
  const given = { type: 'single', data: { connector: 'sandbox' } };
  const shown = { type: 'single', data: { connector: 'sandbox', merchant_connector_id: null } };
  for (const place of ['profile, payouts', 'account', 'account, fraud'] as const) {
    expect((await rest(place, given)).value).toEqual(shown);
  }
});
