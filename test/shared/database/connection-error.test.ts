import { expect, inject, test } from 'vitest';
import { expectConnections } from '../../../src/database/connection-error.ts';

/** A URL of the tests' server with some parts changed. */
const databaseUrl = (changes: Partial<URL>) => Object.assign(new URL(inject('servingUrl')), changes).href;

const faults: readonly (readonly [string, Partial<URL> | string, RegExp])[] = [
  [
    'a port where nothing listens',
    { hostname: '127.0.0.1', port: '1' },
    /no server listens at 127\.0\.0\.1:1\./,
  ],
  [
    'a socket that is not there',
    { hostname: '%2Ftmp', port: '1' },
    /there is no socket \/tmp\/\.s\.PGSQL\.1\./,
  ],
  ['an unknown host', { hostname: 'db.invalid' }, /there is no host db\.invalid\./],
  [
    'a wrong password',
    { password: 'guessed-secret' },
    /refuses the password of the role switchyard_service\./,
  ],
  ['an unknown role', { username: 'nobody' }, /refuses the password of the role nobody\./],
  ['no password', { password: '' }, /asks for a password of the role switchyard_service/],
  ['a database that does not exist', { pathname: '/nowhere' }, /has no database nowhere\./],
  ['a password that is not escaped', 'postgres://role:guessed-secret/b#c@127.0.0.1:1/x', /Percent-encode/],
];

test.for(faults)(
  'A database setting with %s is reported in one sentence that names it',
  async ([, changes, reason]) => {
    const url = typeof changes === 'string' ? changes : databaseUrl(changes);
    const failure = expectConnections([
      ['DATABASE_URL', databaseUrl({})],
      ['MIGRATION_DATABASE_URL', url],
    ]);
    const { message } = await failure.then(
      () => expect.unreachable(),
      (error: Error) => error,
    );
    expect(message).toMatch(reason);
    expect(message).toMatch(/^MIGRATION_DATABASE_URL: .*\.$/);
    expect(message).not.toContain('guessed-secret');
  },
);
