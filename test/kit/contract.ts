import type { ValidateFunction } from 'ajv/dist/2020.js';
import '../../src/core/entities/resources.ts';
import { openApiDocument } from '../../src/rest/openapi.ts';
import { strictAjv } from './ajv.ts';

/** What an answer is told by: enough of it to be held against the contract. */
export interface Answered {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Response {
  readonly headers?: Record<string, { $ref: string }>;
  readonly content: unknown;
}

interface Document {
  readonly paths: Record<string, Record<string, { responses: Record<string, Response | { $ref: string }> }>>;
  readonly components: { headers: Record<string, { required?: boolean; schema: object }> };
}

const ID = 'openapi.json';
const CONTENT = '/content/application~1json/schema';
const document = openApiDocument() as unknown as Document;

const ajv = strictAjv();
ajv.addVocabulary(Object.keys(document));
ajv.addSchema(document, ID);

/** The paths of the document, those that name more of a path before those that leave it open. */
const places = Object.keys(document.paths)
  .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}$`) }))
  .sort((a, b) => a.path.split('{').length - b.path.split('{').length);

/** Answers of other faces, and of what is no face at all. */
const elsewhere = /^\/(graphql|graphiql|docs|health|openapi\.json)(\/|$)/;

/**
 * Holds an answer against the OpenAPI document: its status must be one that the operation may answer, its body
 * and headers as described. Errors from paths without an operation must still be errors of the described shape.
 *
 * @throws when the answer is not what the document says, with what is wrong.
 */
export function checkAgainstContract(answer: Answered): void {
  const path = answer.path.split('?')[0]!;
  if (elsewhere.test(path) || answer.method === 'HEAD' || answer.status === 204) return;
  const complaints = complaintsOf(path, answer);
  if (complaints.length === 0) return;
  const about = `${answer.method} ${path} answered ${answer.status}, which the OpenAPI document does not allow:`;
  throw new Error([about, ...complaints, answer.text.slice(0, 2_000)].join('\n  '));
}

function complaintsOf(path: string, { method, status, headers, text }: Answered): string[] {
  const place = places.find(({ pattern }) => pattern.test(path))?.path;
  const operation = place === undefined ? undefined : document.paths[place]![method.toLowerCase()];
  if (!operation) return status >= 400 ? bodyComplaints(`#/components/schemas/Error`, text) : [];
  const pointer = `#/paths/${escaped(place!)}/${method.toLowerCase()}/responses/${status}`;
  const described = operation.responses[status];
  if (!described) {
    return [
      `it may answer ${Object.keys(operation.responses).join(', ')}; see \`problems\` of the operation.`,
    ];
  }
  const target = '$ref' in described ? described.$ref : pointer;
  const response = '$ref' in described ? (at(described.$ref) as Response) : described;
  return [...headerComplaints(response, headers), ...bodyComplaints(target + CONTENT, text)];
}

function bodyComplaints(pointer: string, text: string): string[] {
  const validate = ajv.getSchema(ID + encodeURI(pointer)) as ValidateFunction | undefined;
  if (!validate) return [`there is no schema at ${pointer}`];
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return ['the body is not JSON'];
  }
  if (validate(body)) return [];
  return validate.errors!.map(({ instancePath, message, params }) => {
    return `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`;
  });
}

function headerComplaints(response: Response, headers: Headers): string[] {
  const type = headers.get('content-type');
  const complaints = type?.startsWith('application/json') ? [] : [`its content type is ${type}`];
  for (const [name, { $ref }] of Object.entries(response.headers ?? {})) {
    const { required, schema } = at($ref) as { required?: boolean; schema: object };
    const value = headers.get(name);
    if (value === null) {
      if (required) complaints.push(`the header ${name} is missing`);
      continue;
    }
    const isNumber = (schema as { type?: string }).type === 'integer';
    if (!ajv.validate(schema, isNumber ? Number(value) : value)) {
      complaints.push(`the header ${name} is ${value}`);
    }
  }
  return complaints;
}

/** What a local reference points at. */
function at(ref: string): unknown {
  return ref
    .split('/')
    .slice(1)
    .reduce<unknown>((inside, name) => (inside as Record<string, unknown>)[name], document);
}

const escaped = (path: string) => path.replaceAll('~', '~0').replaceAll('/', '~1');
