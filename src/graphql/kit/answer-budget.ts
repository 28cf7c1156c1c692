import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
} from 'graphql';
import { Problem } from '../../core/foundation/errors.ts';
import { columnOf, columnsShown, type ShownColumn } from './column-fields.ts';

/** The largest response to one document. Cost estimates assume lengths of lists; this counts the actual ones. */
export const answerLimits = Object.freeze({
  objects: 50_000,
  /** Bytes of JSON: the largest page, 100 payments with every field, takes some 3 MB. */
  bytes: 10 * 1024 * 1024,
});

type AnswerLimits = { readonly [Name in keyof typeof answerLimits]: number };

const jsonBytes = new WeakMap<object, number>();

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 6;
  let bytes = jsonBytes.get(value);
  if (bytes === undefined) {
    bytes = JSON.stringify(value).length;
    jsonBytes.set(value, bytes);
  }
  return bytes;
}

/**
 * Counts the objects and bytes of one response while its fields are resolved. Once a limit is exceeded no further
 * object is resolved, and the response is replaced by {@link AnswerBudget.problem}.
 */
export class AnswerBudget {
  readonly #limits: AnswerLimits;
  #objects = 0;
  #bytes = 0;
  #problem: Problem | null = null;

  constructor(limits: AnswerLimits = answerLimits) {
    this.#limits = limits;
  }

  /** The problem of a response over its limits; null while it is within them. */
  get problem(): Problem | null {
    return this.#problem;
  }

  /** @throws {Problem} `query_too_complex` if the response is too large already. */
  check(): void {
    if (this.#problem) throw this.#problem;
  }

  /** @throws {Problem} `query_too_complex` if the response becomes too large with these objects. */
  takeObjects(count: number): void {
    this.#objects += count;
    if (this.#objects > this.#limits.objects) {
      this.#problem ??= tooLarge(`hold more than ${this.#limits.objects} objects`);
    }
    this.check();
  }

  /** Takes the columns that are shown of an object. Does not throw. */
  takeColumns(row: Readonly<Record<string, unknown>>, columns: readonly ShownColumn[]): void {
    for (const { keyLength, name } of columns) this.#bytes += keyLength + 4 + bytesOf(row[name]);
    if (this.#bytes > this.#limits.bytes) this.#problem ??= tooManyBytes(this.#limits);
  }

  /** Does not throw: an error for each of the remaining values would take more memory than the values. */
  takeValue(name: string, value: unknown): void {
    this.#bytes += name.length + 4 + bytesOf(value);
    if (this.#bytes > this.#limits.bytes) this.#problem ??= tooManyBytes(this.#limits);
  }
}

/** The problem of a response with too many bytes. */
export const tooManyBytes = ({ bytes }: AnswerLimits = answerLimits): Problem =>
  tooLarge(`be larger than ${bytes / 1024 / 1024} MiB`);

const tooLarge = (excess: string) =>
  new Problem(
    'query_too_complex',
    `The response would ${excess}. Request smaller pages or fewer nested lists. A mutation has already been executed.`,
  );

interface Counted {
  readonly budget: AnswerBudget;
}
type Resolve = GraphQLFieldResolver<unknown, Counted>;

/** Makes every field of a schema count its values in the `budget` of its context. */
export function countAnswers(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) countField(field);
  }
}

function countField(field: GraphQLField<unknown, Counted>): void {
  const { name, resolve } = field;
  const type = getNamedType(field.type);
  if (!isLeafType(type)) {
    field.resolve = countingObjects(resolve ?? defaultFieldResolver, type);
  } else if (resolve && columnOf(field) === undefined) {
    // Columns are counted with their object. A value without a resolver is small, such as a cursor, and compiled operations inline it.
    field.resolve = countingValue(name, resolve);
  }
}

function countingObjects(resolve: Resolve, type: GraphQLNamedType): Resolve {
  return (source, args, context, info) => {
    const { budget } = context;
    budget.check();
    const count = (result: unknown) => {
      if (result === null || result === undefined) return result;
      const objects = Array.isArray(result) ? result : [result];
      budget.takeObjects(objects.length);
      const columns = columnsShown(type, info);
      if (columns.length > 0) {
        for (const object of objects) if (object !== null) budget.takeColumns(object, columns);
      }
      return result;
    };
    const result = resolve(source, args, context, info);
    return result instanceof Promise ? result.then(count) : count(result);
  };
}

function countingValue(name: string, resolve: Resolve): Resolve {
  return (source, args, context, info) => {
    const result = resolve(source, args, context, info);
    if (!(result instanceof Promise)) context.budget.takeValue(name, result);
    return result;
  };
}
