import { GraphQLError } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loggedError } from '../../src/http/logging.ts';
import { startTestService, type TestService } from '../kit/service.ts';

const secret = '4242424242424242';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

describe('an error of the database in the log', () => {
  it('is without its values, also where GraphQL has taken its message over', async () => {
    const bad = { text: 'select $1::int', values: [secret] };
    const error: Error = await service.database.rows.query(bad, null).then(
      () => expect.unreachable(),
      (thrown) => thrown,
    );
    expect(error.message).toContain(secret);
    const located = new GraphQLError(error.message, { originalError: error, path: ['payments'] });
    for (const given of [error, located, new GraphQLError(located.message, { originalError: located })]) {
      const logged = loggedError(given);
      expect(JSON.stringify(logged)).not.toContain(secret);
      expect(logged).toMatchObject({ type: error.constructor.name, code: '22003' });
      expect(logged.stack).toContain('rows.ts');
    }
  });
});
