import { GraphQLError } from 'graphql';
import { expect } from 'vitest';
import { loggedError } from '../../../src/http/front-door/logging.ts';
import { test } from '../../kit/test.ts';

const secret = '4242424242424242';

test('A logged database error contains none of its values, also if GraphQL copied its message', async ({
  service,
}) => {
  const bad = { text: 'select $1::int', values: [secret] };
  const error: Error = await service.database.rows.query(bad, null).then(
    () => expect.unreachable(),
    (thrown) => thrown,
  );
  expect(error.message).toContain(secret);
  const located = new GraphQLError(error.message, { originalError: error, path: ['payments'] });
  for (const wrapped of [error, located, new GraphQLError(located.message, { originalError: located })]) {
    const logged = loggedError(wrapped);
    expect(JSON.stringify(logged)).not.toContain(secret);
    expect(logged).toMatchObject({ type: error.constructor.name, code: '22003' });
    expect(logged.stack).toContain('rows.ts');
  }
});
