import { expect } from 'vitest';
import { test } from '../../kit/test.ts';

const digits = '4242424242424242';

test("A card number in a variable's name is not repeated", async ({ graphql }) => {
  for (const [type, value] of [
    ['Int', 'x'],
    ['Int!', undefined],
    ['PaymentFilter', { nothing: 1 }],
  ] as const) {
    const query = `query ($v${digits}: ${type}) { payments(${type.startsWith('Int') ? 'first' : 'filter'}: $v${digits}) { totalCount } }`;
    const { text } = await graphql.send(
      JSON.stringify({ query, variables: value === undefined ? {} : { [`v${digits}`]: value } }),
    );
    expect(text).toContain('"errors"');
    expect(text).not.toContain(digits);
  }
});

test('An unknown name made of letters is repeated, since no key looks like that', async ({ graphql }) => {
  const messageFor = async (field: string) => {
    const { text } = await graphql.send(JSON.stringify({ query: `{ viewer { ${field} } }` }));
    return JSON.parse(text).errors[0].message as string;
  };
  const repeated = (name: string) => `Cannot query field "${name}" on type "Viewer".`;
  expect(await messageFor('settlementCurrency')).toBe(repeated('settlementCurrency'));
  expect(await messageFor('sk_test_4eC39HqLyjWD')).toBe(repeated('…'));
  expect(await messageFor('A'.repeat(41))).toBe(repeated('…'));
  expect(await messageFor('merchantAcounts')).toContain('"merchantAcounts"');
});
