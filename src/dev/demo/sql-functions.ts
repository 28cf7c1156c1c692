import type { ClientBase } from 'pg';

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The ten digits of five bits that milliseconds have in base 32, each in six bits, at the top of an int8. */
const spread = Array.from(
  { length: 10 },
  (_, digit) => `(((ms >> ${5 * digit}) & 31) << ${6 * digit + 4})`,
).join(' | ');

/**
 * Functions that the statements of the demo data share. They live in the session's temporary schema and go
 * when the connection does. Each is one expression, which PostgreSQL writes out where it is called.
 *
 * "Random" is a hash of the row's own key `k` and a number for what is being decided, so the same row comes
 * out the same each time.
 */
const functions = [
  `start() returns timestamptz immutable return $start::timestamptz`,
  `finish() returns timestamptz immutable return $finish::timestamptz`,

  // From 0 up to, but not including, 1: 53 bits, as many as a double holds.
  `u(k int8, salt int8) returns float8 immutable
   return (hashint8extended(k, salt) & 9007199254740991)::float8 / 9007199254740992`,

  // A whole number from 1 to size.
  `roll(size int, k int8, salt int8) returns int immutable
   return 1 + floor((hashint8extended(k, salt) & 9007199254740991)::float8 / 9007199254740992 * size)::int`,

  `pick(list text[], k int8, salt int8) returns text immutable
   return list[pg_temp.roll(cardinality(list), k, salt)]`,

  `seconds(amount float8) returns interval immutable return make_interval(secs => amount)`,

  `milliseconds(at timestamptz) returns int8 immutable
   return (date_part('epoch', at) * 1000)::int8`,

  // PostgreSQL writes base 64, not base 32. Of time, the digits of base 32 are laid out as such of base 64; of
  // the hashes, two digits of base 64 become one of base 32.
  `ulid_of(ms int8, high int8, low int8) returns text immutable
   return translate(left(encode(int8send(${spread}), 'base64'), 10)
                      || left(encode(int8send(high) || int8send(low), 'base64'), 16),
                    '${base64}', '${crockford}${crockford}')`,

  // Made from the instant of its object, so that identifiers sort as their objects were made. PostgreSQL's hash
  // folds a key to 32 bits first, too few to tell so many rows apart: its upper half goes in a second time.
  `make_id(prefix text, at timestamptz, k int8, salt int8) returns text immutable
   return prefix || '_' || pg_temp.ulid_of(pg_temp.milliseconds(at), hashint8extended(k, salt),
                                           hashint8extended(k >> 32, salt))`,

  // Steps of one object may share a millisecond, and histories are read in the order of their identifiers: the
  // step's number, below 32, takes the first digit after the time.
  `change_id(at timestamptz, step int8, id text) returns text immutable
   return 'chg_' || pg_temp.ulid_of(pg_temp.milliseconds(at),
     (step << 58) | (hashtextextended(id, 1) & 288230376151711743), hashtextextended(id, 2))`,

  // The sandbox decides what is undecided within the day after the load's, so that it is seen to happen.
  `later(k int8) returns timestamptz immutable
   return date_trunc('milliseconds', $finish::timestamptz + interval '1 day' * (1 + pg_temp.u(k, 200)))`,

  // What the sandbox says of something that went well.
  `said(kind text, id text) returns jsonb immutable
   return jsonb_build_object('kind', kind, 'connectorTransactionId', id)`,

  // Secrets are the one thing that no key decides: whoever knows a demo's data must not know its secrets. The
  // digest spreads what is random in two UUIDs, and its base 64 without three of the digits is base 62.
  `token(size int) returns text volatile
   return left(translate(encode(sha256(
     uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'base64'), '+/=', ''), size)`,
  `secret(id text) returns text volatile return id || '_secret_' || pg_temp.token(20)`,
];

export async function createFunctions(client: ClientBase, start: Date, finish: Date): Promise<void> {
  const filled = functions.map((text) =>
    text
      .replace('$start', `'${start.toISOString()}'`)
      .replaceAll('$finish', `'${finish.toISOString()}'`)
      // What PostgreSQL wants before the body.
      .replace(/ (immutable|volatile)/, ' language sql $1'),
  );
  await client.query(filled.map((text) => `create or replace function pg_temp.${text}`).join(';\n'));
}
