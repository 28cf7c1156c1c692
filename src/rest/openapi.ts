import { describeRequirement } from '../core/foundation/permissions.ts';
import { inputSchema, type JsonSchema, SchemaComponents } from '../core/model/json-schema.ts';
import { withAliases } from './dialects/hyperswitch/documents.ts';
import { ABOUT_RULES } from './dialects/hyperswitch/routing-operations.ts';
import { info, securitySchemes } from './openapi/about.ts';
import { componentName, ResponseSchemas } from './openapi/described-responses.ts';
import { withGuides } from './openapi/guides.ts';
import { headerParameters, parametersOf, responseHeaders } from './openapi/parameters.ts';
import { ProblemResponses } from './openapi/problems.ts';
import { WEBHOOKS_TAG, webhookHeaders, webhooksOf } from './openapi/webhooks.ts';
import type { Operation } from './operation.ts';
import { BEYOND, placeAt, takesBody } from './operation.ts';
import { documentedOperations } from './operations.ts';

/** Tag descriptions, in display order. */
const tagDescriptions: Readonly<Record<string, string>> = Object.freeze({
  Payments: 'Amounts to collect from customers, with their attempts, captures, refunds and disputes.',
  Payouts: 'Funds sent to customers or vendors.',
  Refunds: 'Full or partial refunds of payments.',
  Customers: 'Payers and payout recipients of a merchant.',
  'Payment methods': 'Payment methods saved for customers.',
  'Merchant accounts':
    'Sellers or services that accept payments and send payouts; owners of all other objects.',
  'Business profiles': 'Settings per line of business: routing, retries, webhooks, card-testing guard.',
  'Connector accounts': "Merchants' accounts at connectors.",
  Routing:
    'Keep the rules of decisions, and routing algorithms, in versions; activate one, and evaluate its choice.',
  Blocklist: 'Cards and BINs that a merchant takes no payment with.',
  Lists: 'Values that conditions of rules compare with, such as BINs or e-mail addresses, and their entries.',
  Domains: 'Domains that a merchant proves to control, so that settings may name them.',
  'Error mappings': 'Map connector errors to unified errors and retry decisions (gsm), for all merchants.',
  Disputes: 'Chargebacks of payments, and the evidence against them.',
  Mandates: "Customers' consents to be charged while absent.",
  'Events and deliveries': 'Events, and the webhooks that report them.',
  'API keys': "Keys of a merchant's servers.",
  Team: 'People of a merchant account, and their invitations.',
  'Audit log': 'Who changed what.',
  Notifications: "Events that need a merchant's attention, by the rules of its account.",
  'Request log': 'Requests to the API, with its responses.',
  Reports: 'Exports of lists that are made by schedule.',
  Reconciliation:
    'Balance entries and balances at connector accounts; settlements and bank statements, from reports and from files.',
  Administrators: "Keys and people of the service's operator.",
  Webhooks: "Events the service sends to the merchant's endpoint.",
});

/** An OpenAPI document. */
export type OpenApiDocument = { [member: string]: unknown };

/** Relative: every deployment serves its own document. */
const servers = [{ url: '/', description: 'The service that serves this document.' }];

/**
 * The contract of the REST API as an OpenAPI 3.1 document, generated from the table of operations and the described
 * classes of their inputs and responses.
 */
export function openApiDocument(table: readonly Operation[] = documentedOperations): OpenApiDocument {
  const builder = new DocumentBuilder();
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of table) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: builder.operation(operation) };
  }
  const webhooks = builder.webhooks();
  const tags = new Set([...table.map(({ tag }) => tag), WEBHOOKS_TAG]);
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

/** The document with the absolute URL of the service, and links to the guides that it serves. */
export function openApiDocumentAt(document: OpenApiDocument, url: string): OpenApiDocument {
  return { ...withGuides(document, url), servers: [{ url, description: 'This service.' }] };
}

/** Builds operations and collects the components they share. */
class DocumentBuilder {
  readonly #schemas = new SchemaComponents(undefined, withAliases);
  readonly #problems = new ProblemResponses();
  readonly #responses = new ResponseSchemas(this.#schemas);
  readonly #keys = new Set<string>();

  operation(operation: Operation): object {
    const { byPersons, id, keys, summary, tag } = operation;
    const callers = byPersons ? ['person'] : keys;
    for (const kind of callers) this.#keys.add(kind);
    return {
      operationId: id,
      // Only one: with operations in two groups, Swagger UI shows no more than the first three.
      tags: [tag],
      ...(operation.number === undefined ? { [BEYOND]: true } : {}),
      summary,
      description: aboutOf(operation),
      security: callers.map((kind) => ({ [kind]: [] })),
      parameters: parametersOf(operation),
      ...(takesBody(operation) ? { requestBody: this.#requestBody(operation) } : {}),
      responses: { '200': this.#responses.success(operation), ...this.#problems.of(operation) },
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
      headers: responseHeaders,
      schemas: sorted({ ...withTheirRules(this.#schemas.described()), ...this.#problems.schemas }),
      responses: sorted(this.#problems.responses),
      examples: sorted({ ...this.#responses.examples, ...this.#problems.examples }),
    };
  }

  #requestBody({ body, example, files, instead }: Operation): object {
    if (files) {
      const file = { type: 'string', format: 'binary', description: 'The file.' };
      const schema = body
        ? formWith(inputSchema(body, this.#schemas), file)
        : { type: 'string', format: 'binary' };
      const content = Object.fromEntries(files.map((type) => [type, { schema }]));
      return { description: 'The file.', required: true, content };
    }
    const own = body
      ? this.#schemas.input(body)
      : { type: 'object', description: 'No parameters.', additionalProperties: false };
    const other = instead?.operation.body;
    const schema = other ? { anyOf: [own, this.#schemas.input(other)] } : own;
    return {
      description: 'An empty body is read as `{}`.',
      required: hasRequired(body && this.#schemas.schemas[componentName(own)]),
      content: { 'application/json': { schema, ...(example?.body ? { example: example.body } : {}) } },
    };
  }
}

/** An operation's description: its effect, its requirements, and its number in the specification or its other paths. */
function aboutOf({ about, alsoAt = [], method, number, ...requirement }: Operation): string {
  const whole = about + describeRequirement(requirement);
  if (number !== undefined) return `${whole} Operation ${number} of the specification.`;
  if (alsoAt.length === 0) return whole;
  const places = alsoAt.map((at) => placeAt({ method }, at));
  const named = places.map(
    (place) =>
      `\`${place.method.toUpperCase()} ${place.path}\`${place.asArray ? ', which answers the entries as an array' : ''}`,
  );
  return `${whole} Also at ${named.join(' and ')}.`;
}

const hasRequired = (schema: JsonSchema | undefined): boolean =>
  Array.isArray(schema?.required) && schema.required.length > 0;

/** The schema of a form with a file. */
const formWith = ({ properties, required, ...rest }: JsonSchema, file: JsonSchema): JsonSchema => ({
  ...rest,
  required: [...((required as string[] | undefined) ?? []), 'file'],
  properties: { ...(properties as object), file },
});

function withTheirRules({ RoutingAlgorithm: algorithm, ...schemas }: Record<string, JsonSchema>) {
  const description = `${algorithm!.description}${ABOUT_RULES}`;
  return { ...schemas, RoutingAlgorithm: { ...algorithm, description } };
}

/** Sorted by name, so that the document does not depend on the order of operations. */
function sorted<T>(members: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
}
