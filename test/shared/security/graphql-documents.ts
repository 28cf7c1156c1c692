import fc, { type GeneratorValue } from 'fast-check';
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedOutputType,
  GraphQLNonNull,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  type OperationTypeNode,
} from 'graphql';
import { arbitraryJsonObject, arbitraryText, formatSamples } from '../../kit/arbitraries.ts';
import { publishedSchema as schema } from './graphql-schema.ts';

/** A document with its variables. */
export interface GeneratedDocument {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Identifiers of existing objects, by the specification's names. */
export type Known = Readonly<Record<string, string>>;

/** Lists in lists: the price of a document multiplies with each. */
const LISTS_MAX = 2;
const DEPTH_MAX = 5;

/** Texts by the last words of their fields' names; other fields accept any text. */
const textByName: readonly (readonly [RegExp, readonly string[]])[] = [
  [/email$/i, formatSamples.email],
  [/url$/i, formatSamples.url],
  [/currency$/i, formatSamples.currency],
  [/country$/i, formatSamples.country],
  [/countryCode$/i, formatSamples.phone_country_code],
  [/cardNumber$/i, formatSamples.card_number],
  [/expiryMonth$|expMonth$/i, formatSamples.card_exp_month],
  [/expiryYear$|expYear$/i, formatSamples.card_exp_year],
  [/cvc$/i, formatSamples.cvc],
  [/timeZone$/, ['Europe/Berlin', 'UTC']],
  [/iban$/i, formatSamples.iban],
  [/connector(Name)?$/i, ['sandbox']],
];

const dates = ['2026-01-31T09:30:00Z', '0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59+00:00'];
const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** An enumeration value, written without quotes in a literal. */
class EnumValue {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
  toJSON() {
    return this.name;
  }
}

/** Creates one valid document of the published schema. */
export function generateDocument(g: GeneratorValue, known: Known): GeneratedDocument {
  const isQuery = g(fc.nat, { max: 4 }) > 0;
  return new Generator(g, known).document((isQuery ? 'query' : 'mutation') as OperationTypeNode);
}

/** How deep input objects nest. */
const NESTED_MAX = 6;

class Generator {
  readonly #g: GeneratorValue;
  readonly #known: Known;
  readonly #definitions: string[] = [];
  readonly #variables: Record<string, unknown> = {};
  readonly #fragments: string[] = [];
  #aliases = 0;

  constructor(g: GeneratorValue, known: Known) {
    this.#g = g;
    this.#known = known;
  }

  document(operation: OperationTypeNode): GeneratedDocument {
    const root = schema.getRootType(operation)!;
    const many = operation === 'query' ? 1 + this.#g(fc.nat, { max: 1 }) : 1;
    const fields = this.#some(Object.values(root.getFields()), many).map((field) => this.#field(field, 0, 0));
    const definitions = this.#definitions.length > 0 ? `(${this.#definitions.join(', ')})` : '';
    const query = [`${operation} Fuzz${definitions} { ${fields.join(' ')} }`, ...this.#fragments].join('\n');
    return { query, variables: JSON.parse(JSON.stringify(this.#variables)) };
  }

  #chance(oneIn: number): boolean {
    return this.#g(fc.nat, { max: oneIn - 1 }) === 0;
  }

  #one<T>(all: readonly T[]): T {
    return all[this.#g(fc.nat, { max: all.length - 1 })]!;
  }

  /** Invented cursors are refused: few documents have any. */
  #isGiven({ name }: GraphQLArgument): boolean {
    return this.#chance(/^(after|before)$/.test(name) ? 40 : 5);
  }

  /** `count` different elements of a list, or all. */
  #some<T>(all: readonly T[], count: number): T[] {
    const rest = [...all];
    return Array.from({ length: Math.min(count, all.length) }, () => {
      return rest.splice(this.#g(fc.nat, { max: rest.length - 1 }), 1)[0]!;
    });
  }

  #field(field: GraphQLField<unknown, unknown>, depth: number, lists: number): string {
    const alias = this.#chance(6) && this.#aliases < 20 ? `a${++this.#aliases}: ` : '';
    const args = field.args
      .filter(
        (arg) =>
          isRequiredArgument(arg) || arg.name === 'first' || (arg.name !== 'last' && this.#isGiven(arg)),
      )
      .map((arg) => `${arg.name}: ${this.#argument(arg)}`);
    const written = args.length > 0 ? `(${args.join(', ')})` : '';
    const directive = this.#chance(20) ? ` @include(if: ${this.#one(['true', 'false'])})` : '';
    const type = getNamedType(field.type);
    const inner = isCompositeType(type)
      ? ` ${this.#selection(type, depth + 1, lists + (isMany(field) ? 1 : 0))}`
      : '';
    return `${alias}${field.name}${written}${directive}${inner}`;
  }

  #selection(type: GraphQLNamedOutputType, depth: number, lists: number): string {
    if (!isObjectType(type)) {
      const [one] = this.#some(schema.getPossibleTypes(type as never), 1);
      return `{ __typename ... on ${one!.name} ${this.#selection(one!, depth, lists)} }`;
    }
    const fields = Object.values(type.getFields()).filter((field) => {
      if (!isCompositeType(getNamedType(field.type))) return true;
      return depth < DEPTH_MAX && (!isMany(field) || lists < LISTS_MAX);
    });
    // The rows are the interesting part of a page.
    const nested = fields.filter(({ type: of }) => isCompositeType(getNamedType(of)));
    const chosen = new Set([
      ...this.#some(fields, 1 + this.#g(fc.nat, { max: 3 })),
      ...(nested.length > 0 && this.#chance(2) ? [this.#one(nested)] : []),
    ]);
    const selections = [...chosen].map((field) => this.#field(field, depth, lists));
    if (selections.length === 0 || this.#chance(6)) selections.push('__typename');
    return this.#wrapped(type, `{ ${selections.join(' ')} }`);
  }

  /** A selection unchanged, in an inline fragment, or in a named one. */
  #wrapped(type: GraphQLObjectType, selection: string): string {
    if (this.#chance(10)) return `{ ... on ${type.name} ${selection} }`;
    if (!this.#chance(10)) return selection;
    const name = `F${this.#fragments.length + 1}`;
    this.#fragments.push(`fragment ${name} on ${type.name} ${selection}`);
    return `{ ...${name} }`;
  }

  /** An argument's value, as a literal or as a variable. */
  #argument(arg: GraphQLArgument): string {
    const value = this.#value(arg, arg.type);
    if (this.#chance(2)) return literal(value);
    const name = `v${this.#definitions.length + 1}`;
    this.#definitions.push(`$${name}: ${arg.type}`);
    this.#variables[name] = value;
    return `$${name}`;
  }

  #value({ name }: GraphQLArgument | GraphQLInputField, type: GraphQLInputType, depth = 1): unknown {
    if (!isNonNullType(type) && this.#chance(20)) return null;
    const nullable = getNullableType(type);
    if (isListType(nullable)) {
      const entries = 1 + this.#g(fc.nat, { max: 1 });
      return Array.from({ length: entries }, () =>
        this.#value({ name } as GraphQLArgument, nullable.ofType, depth),
      );
    }
    if (isEnumType(nullable)) return new EnumValue(this.#one(nullable.getValues()).name);
    if (isInputObjectType(nullable)) {
      const fields = Object.values(nullable.getFields());
      // Filters are recursive.
      const optional = fields.filter(
        (field) =>
          !isRequiredInputField(field) &&
          (depth < NESTED_MAX || !isInputObjectType(getNamedType(field.type))),
      );
      if (nullable.isOneOf) {
        const field = this.#one(fields);
        // Null is no valid value of the one member.
        const type = new GraphQLNonNull(getNullableType(field.type));
        return { [field.name]: this.#value(field, type, depth + 1) };
      }
      const chosen = [
        ...fields.filter(isRequiredInputField),
        ...this.#some(optional, this.#g(fc.nat, { max: 4 })),
      ];
      return Object.fromEntries(
        chosen.map((field) => [field.name, this.#value(field, field.type, depth + 1)]),
      );
    }
    return this.#scalar(name, nullable.name);
  }

  #scalar(name: string, type: string): unknown {
    switch (type) {
      case 'Int':
        return 1 + this.#g(fc.nat, { max: 2 });
      case 'Amount':
        return this.#g(fc.nat, { max: 100_000 });
      case 'Float':
        return this.#g(fc.nat) / 2;
      case 'Boolean':
        return this.#chance(2);
      case 'ID': {
        const id = this.#known[snakeCase(name)] ?? this.#one(Object.values(this.#known));
        return this.#chance(4) ? this.#g(fc.stringMatching, /^[A-Za-z0-9_-]{1,20}$/) : id;
      }
      case 'DateTime':
        return this.#one(dates);
      case 'JSON':
        return this.#g(() => arbitraryJsonObject);
      default: {
        const samples = textByName.find(([pattern]) => pattern.test(name))?.[1];
        return samples && !this.#chance(10) ? this.#one(samples) : this.#g(arbitraryText, 30);
      }
    }
  }
}

/** Whether a field has many rows: a list, or a page of one. */
const isMany = ({ args, type }: GraphQLField<unknown, unknown>): boolean =>
  isListType(getNullableType(type)) || args.some(({ name }) => name === 'first');

/** A value in GraphQL document syntax. */
function literal(value: unknown): string {
  if (value instanceof EnumValue) return value.name;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value);
  // An invalid GraphQL name can be sent only in variables.
  return `{${members.flatMap(([key, member]) => (/^[_A-Za-z]\w*$/.test(key) ? [`${key}: ${literal(member)}`] : [])).join(', ')}}`;
}
