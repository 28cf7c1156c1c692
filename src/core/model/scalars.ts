import { GraphQLScalarType, Kind, type ValueNode } from 'graphql';
import { GraphQLJSON, GraphQLSafeInt } from 'graphql-scalars';

const dateTimePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** The instant an ISO 8601 date-time with a zone names, or undefined when it names none. */
export function parseInstant(text: string): Date | undefined {
  if (!dateTimePattern.test(text)) return undefined;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function readDateTime(value: unknown): string {
  const date = typeof value === 'string' ? parseInstant(value) : undefined;
  // The value is not repeated: an error must never echo what a caller may have put in the wrong place.
  if (!date) throw new TypeError('DateTime takes an ISO 8601 date-time with a zone.');
  return date.toISOString();
}

/**
 * ISO 8601 in UTC. Output passes through unchecked: rows come from the database in this very form, and
 * validating each again costs as much as the rest of a page.
 */
export const DateTimeScalar = new GraphQLScalarType<string, string>({
  name: 'DateTime',
  description: 'A moment: ISO 8601 in UTC with milliseconds, such as `2026-01-31T09:30:00.000Z`.',
  serialize: (value) => (value instanceof Date ? value.toISOString() : (value as string)),
  parseValue: readDateTime,
  parseLiteral: (node: ValueNode) => readDateTime(node.kind === Kind.STRING ? node.value : undefined),
});

/** An integer that is exact up to 2^53−1: amounts in minor units outgrow GraphQL's 32-bit `Int`. */
export const AmountScalar = new GraphQLScalarType<number, number>({
  name: 'Amount',
  description:
    "Money as a whole number of the currency's minor unit (cents of USD, yen of JPY), 64-bit safe.",
  serialize: (value) => value as number,
  parseValue: (value) => GraphQLSafeInt.parseValue(value) as number,
  parseLiteral: (node, variables) => GraphQLSafeInt.parseLiteral(node, variables) as number,
});

/** Free-form JSON. */
export const JsonScalar = GraphQLJSON;
