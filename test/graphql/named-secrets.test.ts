import { expect } from 'vitest';
import { test } from '../kit/test.ts';

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

test('An unknown name is repeated only if it is short or resembles one of the schema', async ({
  graphql,
}) => {
  const messageFor = async (field: string) => {
    const { text } = await graphql.send(JSON.stringify({ query: `{ viewer { ${field} } }` }));
    return JSON.parse(text).errors[0].message as string;
  };
  expect(await messageFor('AAAAAAA_AAAA')).toBe('Cannot query field "…" on type "Viewer".');
  expect(await messageFor('nothing')).toContain('"nothing"');
  expect(await messageFor('merchantAcounts')).toContain('"merchantAcounts"');
});
