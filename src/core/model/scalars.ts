import { GraphQLScalarType, Kind, type ValueNode } from 'graphql';
import { GraphQLJSON, GraphQLSafeInt } from 'graphql-scalars';

const dateTimePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** Whether the day exists: `Date` would read 30 February as a day in March. */
function dayExists(text: string): boolean {
  const [year, month, day] = text.slice(0, 10).split('-').map(Number) as [number, number, number];
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day && !text.startsWith('24', 11);
}

/**
 * Parses an ISO 8601 date-time with a zone; undefined if it is not valid. Years run from 1 to 9999: PostgreSQL has no
 * year 0, and ISO 8601 needs a sign beyond 9999.
 */
export function parseInstant(text: string): Date | undefined {
  if (!dateTimePattern.test(text) || !dayExists(text)) return undefined;
  const date = new Date(text);
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? date : undefined;
}

/** Whether a text is a date-time except for its zone. */
export const lacksZone = (text: string): boolean =>
  !parseInstant(text) && parseInstant(`${text}Z`) !== undefined;

/** Completes the name of a time that {@link lacksZone} and is not a filter bound. */
export const ZONE_MISSING =
  'must have a zone, such as the Z of 2026-01-31T09:30:00Z: without a zone the time is ambiguous';

/** A date-time in UTC as a filter bound; without a zone it is read as UTC. Undefined if it is not valid. */
export const filterText = (text: string): string | undefined =>
  boundText(lacksZone(text) ? `${text}Z` : text);

/**
 * A date-time in UTC as a bound of a filter; undefined if it is not valid. Times are stored to the millisecond, and
 * bounds compare to the microsecond: `2026-01-31T09:30:00.213999Z` is after all times in millisecond 213.
 */
export function boundText(text: string): string | undefined {
  const milliseconds = parseInstant(text)?.toISOString();
  const micros = /\.\d{3}(\d{1,3})/.exec(text)?.[1]?.padEnd(3, '0') ?? '000';
  return micros === '000' ? milliseconds : milliseconds?.replace('Z', `${micros}Z`);
}

/**
 * A time without a zone is kept: filters read it as UTC, and the validation of a mutation's input refuses it.
 * Validation also truncates times to the millisecond.
 */
function readDateTime(value: unknown): string {
  const given = typeof value === 'string' ? value : '';
  const text = lacksZone(given) ? given : boundText(given);
  // An error never repeats the value, which may be a secret in the wrong place.
  if (!text) throw new TypeError('A DateTime must be an ISO 8601 date-time with a time zone.');
  return text;
}

/**
 * ISO 8601 in UTC. Output is not validated: rows come from the database in this format, and validating each again
 * costs as much as the rest of a page.
 */
export const DateTimeScalar = new GraphQLScalarType<string, string>({
  name: 'DateTime',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
  description:
    'ISO 8601 date-time in UTC with milliseconds, such as `2026-01-31T09:30:00.000Z`. Filters compare to the microsecond, and read a time without a zone as UTC; the inputs of mutations require a zone.',
  serialize: (value) => (value instanceof Date ? value.toISOString() : (value as string)),
  parseValue: readDateTime,
  parseLiteral: (node: ValueNode) => readDateTime(node.kind === Kind.STRING ? node.value : undefined),
});

/** An integer that is exact up to 2^53−1: amounts in minor units outgrow GraphQL's 32-bit `Int`. */
export const AmountScalar = new GraphQLScalarType<number, number>({
  name: 'Amount',
  specifiedByURL: 'https://www.iso.org/iso-4217-currency-codes.html',
  description: "Integer amount in the currency's minor unit (cents for USD, yen for JPY), up to 2^53−1.",
  serialize: (value) => value as number,
  parseValue: (value) => GraphQLSafeInt.parseValue(value) as number,
  parseLiteral: (node, variables) => GraphQLSafeInt.parseLiteral(node, variables) as number,
});

/** Free-form JSON. */
export const JsonScalar = GraphQLJSON;

/** The value of a free-form object field. */
export type JsonRecord = Record<string, unknown>;
