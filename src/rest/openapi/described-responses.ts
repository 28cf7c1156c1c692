import { exampleOf } from '../../core/model/example.ts';
import { type JsonSchema, outputSchema, type SchemaComponents } from '../../core/model/json-schema.ts';
import type { Operation } from '../operation.ts';
import { type ResponseShape, secretsOf } from '../response-shapes.ts';
import { rateLimitHeaders } from './parameters.ts';

/** The name of a component by its reference. */
export const componentName = ({ $ref }: JsonSchema): string => String($ref).split('/').at(-1)!;

const exampleSuffix = {
  object: '',
  list: 's',
  pages: 'Page',
  page: 'List',
  counted: 'CountedPage',
  csv: '',
} as const;

/** A member that confirms the operation's effect. */
const done: JsonSchema = { description: 'That it is done.', const: true };

/** Builds the successful responses of a document, and collects their examples. */
export class ResponseSchemas {
  readonly examples: Record<string, object> = {};
  readonly #schemas: SchemaComponents;

  constructor(schemas: SchemaComponents) {
    this.#schemas = schemas;
  }

  /** The successful response of an operation. */
  success({ instead, method, response }: Operation): object {
    const common = { 'x-request-id': { $ref: '#/components/headers/RequestId' }, ...rateLimitHeaders };
    if (response.shape === 'csv') return csvResponse(common);
    const replayed = { 'Idempotency-Replayed': { $ref: '#/components/headers/IdempotencyReplayed' } };
    const entry = this.#entry(response);
    const name = componentName(entry) + exampleSuffix[response.shape];
    this.examples[name] ??= {
      summary: 'Typical response; unused fields are null.',
      value: shapedExample(response, exampleOf(response.target, response.view)),
    };
    const schema = shapedSchema(response, entry);
    const shown = response.customerFields ? this.#orCustomers(response, schema) : schema;
    const other = instead?.operation.response;
    return {
      description: 'Success.',
      headers: method === 'get' ? common : { ...common, ...replayed },
      content: {
        'application/json': {
          schema: other ? { anyOf: [shown, shapedSchema(other, this.#entry(other))] } : shown,
          examples: { usual: { $ref: `#/components/examples/${name}` } },
        },
      },
    };
  }

  #entry({ marks = [], target, view, oneTime }: ResponseShape): JsonSchema {
    const entry = this.#schemas.output(target, view);
    const added: Record<string, JsonSchema> = {
      ...Object.fromEntries(
        Object.entries(oneTime?.members ?? {}).map(([name, description]) => [
          name,
          { description, type: ['string', 'null'] },
        ]),
      ),
      ...Object.fromEntries(marks.map((mark) => [mark, done])),
    };
    if (Object.keys(added).length === 0) return entry;
    return this.#schemas.named(`${oneTime ? 'Created' : 'Deleted'}${target.name}`, () => {
      const { properties, required, ...rest } = outputSchema(target, view, this.#schemas);
      return {
        ...rest,
        properties: { ...(properties as object), ...added },
        required: [...(required as string[]), ...Object.keys(added)],
      };
    });
  }

  /** The part of an object that a customer's client sees, as an alternative to the whole object. */
  #orCustomers({ marks = [], target, view, customerFields }: ResponseShape, whole: JsonSchema): JsonSchema {
    const part = this.#schemas.named(`Customers${marks.length > 0 ? 'Deleted' : ''}${target.name}`, () => {
      const { properties, required, ...rest } = outputSchema(target, view, this.#schemas);
      const isShown = (name: string) => customerFields!.has(name);
      return {
        description: "The fields shown to a key of the customer's client.",
        ...rest,
        properties: Object.fromEntries([
          ...Object.entries(properties as object).filter(([name]) => isShown(name)),
          ...marks.map((mark) => [mark, done] as const),
        ]),
        required: [...(required as string[]).filter(isShown), ...marks],
      };
    });
    return { anyOf: [whole, part] };
  }
}

const EXAMPLE_SECRET = `sk_test_${'Ab1'.repeat(15).slice(0, 43)}`;

function shapedExample({ marks = [], oneTime, shape }: ResponseShape, object: object): unknown {
  const entry = { ...object, ...Object.fromEntries(marks.map((mark) => [mark, true])) };
  switch (shape) {
    case 'object':
      return oneTime ? { ...entry, ...secretsOf(oneTime, { [oneTime.name]: EXAMPLE_SECRET }) } : entry;
    case 'list':
    case 'csv':
      return [entry];
    case 'pages':
      return [{ size: 1, data: [entry] }];
    case 'page':
      return { size: 1, data: [entry], has_more: false };
    case 'counted':
      return { data: [entry], total_count: 1 };
  }
}

/** A list as CSV, with the headers of its length. */
function csvResponse(headers: object): object {
  return {
    description: 'Success.',
    headers: {
      ...headers,
      'x-total-count': { $ref: '#/components/headers/TotalCount' },
      'x-total-count-precision': { $ref: '#/components/headers/TotalCountPrecision' },
    },
    content: {
      'text/csv': {
        schema: {
          type: 'string',
          description:
            'CSV by RFC 4180 in UTF-8, with the names of the columns first; with `bom=true` a byte order mark is before them.',
        },
        examples: {
          usual: { summary: 'Two rows.', value: 'payment_id,amount\r\npay_1,6540\r\npay_2,100\r\n' },
        },
      },
    },
  };
}

const SIZE = { description: 'Number of entries in `data`.', type: 'integer', format: 'int32' };

function pageSchema(entry: JsonSchema, others: Record<string, JsonSchema> = { size: SIZE }): JsonSchema {
  const { size, ...rest } = others;
  const data = { description: 'Entries of the page.', type: 'array', items: entry };
  const properties = { ...(size && { size }), data, ...rest };
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function shapedSchema({ shape }: ResponseShape, entry: JsonSchema): JsonSchema {
  switch (shape) {
    case 'object':
      return entry;
    case 'list':
    case 'csv':
      return { type: 'array', items: entry };
    case 'pages':
      return {
        description: 'Array with exactly one element, the page.',
        type: 'array',
        items: pageSchema(entry),
        minItems: 1,
        maxItems: 1,
      };
    case 'page':
      return pageSchema(entry, {
        size: SIZE,
        has_more: {
          description: 'Whether the list goes on: after this page or, with `ending_before`, before it.',
          type: 'boolean',
        },
      });
    case 'counted':
      return pageSchema(entry, {
        total_count: {
          description: 'Number of entries of the whole list.',
          type: 'integer',
          format: 'int64',
        },
      });
  }
}
