import type { ClientBase } from 'pg';

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const joined = (count: number, piece: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => piece(i)).join(' || ');

/** The lowest `5 × digits` bits of `x` in base 32, most significant digit first. */
const base32 = (x: string, digits: number) =>
  joined(digits, (i) => `substr('${crockford}', 1 + ((${x} >> ${5 * (digits - 1 - i)}) & 31)::int, 1)`);

/** Bytes of a random UUID that are random in every bit; the others hold its version and variant. */
const randomBytesOfUuid = [0, 1, 2, 3, 4, 5, 7, 9, 10, 11, 12, 13, 14, 15];

const secretCharacter = (i: number) => {
  const place = randomBytesOfUuid[i % randomBytesOfUuid.length];
  return `substr('${base62}', 1 + get_byte(${i < randomBytesOfUuid.length ? 'a' : 'b'}, ${place}) % 62, 1)`;
};

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
   return ((extract(epoch from at)) * 1000)::int8`,

  `ulid_of(ms int8, high int8, low int8) returns text immutable
   return ${base32('ms', 10)} || ${base32('high', 8)} || ${base32('low', 8)}`,

  // Made from the instant of its object, so that identifiers sort as their objects were made. PostgreSQL's hash
  // folds a key to 32 bits first, too few to tell so many rows apart: its upper half goes in a second time.
  `make_id(prefix text, at timestamptz, k int8, salt int8) returns text immutable
   return prefix || '_' || pg_temp.ulid_of(pg_temp.milliseconds(at), hashint8extended(k, salt),
                                           hashint8extended(k >> 32, salt))`,

  `contact(address jsonb, calling text, phone text, email text) returns jsonb immutable
   return jsonb_build_object('address', address, 'email', email,
                             'phone', jsonb_build_object('number', phone, 'country_code', calling))`,

  // What the sandbox connector calls its side of something.
  `sandbox_id(kind text, k int8, salt int8) returns text immutable
   return 'sbx_' || kind || '_' || lpad(to_hex(hashint8extended(k >> 32, hashint8extended(k, salt))), 16, '0')`,

  `secret_of(a bytea, b bytea) returns text immutable return ${joined(20, secretCharacter)}`,

  // Secrets are the one thing that no key decides: whoever knows a demo's data must not know its secrets.
  `secret(id text) returns text volatile
   return id || '_secret_' || pg_temp.secret_of(uuid_send(gen_random_uuid()), uuid_send(gen_random_uuid()))`,
];

export async function createFunctions(client: ClientBase, start: Date, finish: Date): Promise<void> {
  const filled = functions.map((text) =>
    text
      .replace('$start', `'${start.toISOString()}'`)
      .replace('$finish', `'${finish.toISOString()}'`)
      // What PostgreSQL wants before the body.
      .replace(/ (immutable|volatile)/, ' language sql $1'),
  );
  await client.query(filled.map((text) => `create or replace function pg_temp.${text}`).join(';\n'));
}
