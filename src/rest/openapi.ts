import { exampleOf } from '../core/model/example.ts';
import { type JsonSchema, SchemaComponents } from '../core/model/json-schema.ts';
import { info, securitySchemes } from './openapi/about.ts';
import { headerParameters, headers, parametersOf, rateLimitHeaders } from './openapi/parameters.ts';
import { errorSchema, ProblemResponses } from './openapi/problems.ts';
import { tagDescriptions, titleOf } from './openapi/titles.ts';
import { WEBHOOKS_TAG, webhookHeaders, webhooksOf } from './openapi/webhooks.ts';
import type { Operation, ResponseShape } from './operation.ts';
import { operations } from './operations.ts';

/** An OpenAPI document. */
export type OpenApiDocument = { [member: string]: unknown };

/** Relative: every deployment serves its own document. */
const servers = [{ url: '/', description: 'The service that serves this document.' }];

/**
 * The contract of the REST API as an OpenAPI 3.1 document, generated from the table of operations and the described
 * classes of their inputs and responses.
 */
export function openApiDocument(table: readonly Operation[] = operations): OpenApiDocument {
  const builder = new DocumentBuilder();
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of table) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: builder.operation(operation) };
  }
  const webhooks = builder.webhooks();
  const tags = new Set([...table.map((operation) => titleOf(operation).tag), WEBHOOKS_TAG]);
  return {
    openapi: '3.1.0',
    info,
    servers,
    tags: Object.entries(tagDescriptions)
      .filter(([name]) => tags.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: builder.components(),
  };
}

/** The document with the absolute URL of the service. */
export function openApiDocumentAt(document: OpenApiDocument, url: string): OpenApiDocument {
  return { ...document, servers: [{ url, description: 'This service.' }] };
}

/** Builds operations and collects the components they share. */
class DocumentBuilder {
  readonly #schemas = new SchemaComponents();
  readonly #problems = new ProblemResponses();
  readonly #examples: Record<string, object> = {};
  readonly #keys = new Set<string>();

  operation(operation: Operation): object {
    for (const kind of operation.keys) this.#keys.add(kind);
    const { id, summary, tag } = titleOf(operation);
    return {
      operationId: id,
      tags: [tag],
      summary,
      description: operation.about,
      security: operation.keys.map((kind) => ({ [kind]: [] })),
      parameters: parametersOf(operation),
      ...(operation.method === 'post' ? { requestBody: this.#requestBody(operation) } : {}),
      responses: { '200': this.#success(operation), ...this.#problems.of(operation) },
    };
  }

  /** The webhooks that the service sends. */
  webhooks(): object {
    return webhooksOf(this.#schemas);
  }

  components(): object {
    return {
      securitySchemes: Object.fromEntries(
        Object.entries(securitySchemes).filter(([kind]) => this.#keys.has(kind)),
      ),
      parameters: { ...headerParameters, ...webhookHeaders },
      headers,
      schemas: sorted({ ...this.#schemas.described(), Error: errorSchema }),
      responses: sorted(this.#problems.responses),
      examples: sorted({ ...this.#examples, ...this.#problems.examples }),
    };
  }

  #requestBody({ body, example }: Operation): object {
    const schema = body
      ? this.#schemas.input(body)
      : { type: 'object', description: 'No parameters.', additionalProperties: false };
    return {
      description: 'An empty body is read as `{}`.',
      required: hasRequired(body && this.#schemas.schemas[schemaName(schema)]),
      content: { 'application/json': { schema, ...(example?.body ? { example: example.body } : {}) } },
    };
  }

  #success({ method, response }: Operation): object {
    const common = { 'x-request-id': { $ref: '#/components/headers/RequestId' }, ...rateLimitHeaders };
    const replayed = { 'Idempotency-Replayed': { $ref: '#/components/headers/IdempotencyReplayed' } };
    const entry = this.#schemas.output(response.target, response.view);
    const name = schemaName(entry) + { object: '', list: 's', pages: 'Page' }[response.shape];
    this.#examples[name] ??= {
      summary: 'Typical response; unused fields are null.',
      value: shapedExample(response, exampleOf(response.target, response.view)),
    };
    return {
      description: 'Success.',
      headers: method === 'post' ? { ...common, ...replayed } : common,
      content: {
        'application/json': {
          schema: shapedSchema(response, entry),
          examples: { usual: { $ref: `#/components/examples/${name}` } },
        },
      },
    };
  }
}

const schemaName = ({ $ref }: JsonSchema): string => String($ref).split('/').at(-1)!;

const hasRequired = (schema: JsonSchema | undefined): boolean =>
  Array.isArray(schema?.required) && schema.required.length > 0;

function shapedExample({ shape }: ResponseShape, entry: object): unknown {
  if (shape === 'object') return entry;
  return shape === 'list' ? [entry] : [{ size: 1, data: [entry] }];
}

function shapedSchema({ shape }: ResponseShape, entry: JsonSchema): JsonSchema {
  if (shape === 'object') return entry;
  if (shape === 'list') return { type: 'array', items: entry };
  const page = {
    type: 'object',
    properties: {
      size: { description: 'Number of entries in `data`.', type: 'integer', format: 'int32' },
      data: { description: 'Entries of the page.', type: 'array', items: entry },
    },
    required: ['size', 'data'],
    additionalProperties: false,
  };
  return {
    description: 'Array with exactly one element, the page.',
    type: 'array',
    items: page,
    minItems: 1,
    maxItems: 1,
  };
}

/** Sorted by name, so that the document does not depend on the order of operations. */
function sorted<T>(members: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
}
