import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as checkoutModels from '@adyen/api-library/lib/src/typings/checkout/models.js';
import * as disputeModels from '@adyen/api-library/lib/src/typings/disputes/models.js';
import * as payoutModels from '@adyen/api-library/lib/src/typings/payout/models.js';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { publishedDescription } from '../../conformance/vendor-descriptions.ts';
import type { Operation } from './operations.ts';

type Json = Record<string, unknown>;

/** Decides whether Adyen would accept a request, and whether it would respond like this. */
export interface Description {
  /** The checks made. */
  readonly source: string;
  /** The faults of a request; empty if there are none. */
  request(operation: Operation, body: unknown): readonly string[];
  answer(operation: Operation, body: unknown): readonly string[];
  notification(eventCode: string, body: unknown): readonly string[];
}

/** Adyen's own descriptions, if available; a public clone has only the package. */
export function description(): Description {
  const file = 'adyen/CheckoutService-v72.json';
  const { folder, source } = publishedDescription(file, "the types of Adyen's package");
  return folder ? byDescription(join(folder, 'adyen'), source) : byPackage(source);
}

/** Validates requests, responses and webhooks against the published OpenAPI files. */
function byDescription(folder: string, source: string): Description {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true, logger: false });
  const files = new Map<string, Json>();
  const compiled = new Map<string, ValidateFunction>();
  const open = (file: string): Json => {
    const known = files.get(file);
    if (known) return known;
    const document = JSON.parse(readFileSync(join(folder, file), 'utf8'), (_, value) =>
      // Several kinds of payment method may fit one object: the files give no discriminator.
      value && typeof value === 'object' && 'oneOf' in value
        ? { ...value, oneOf: undefined, anyOf: value.oneOf }
        : value,
    ) as Json;
    tokenForAccount(document);
    ajv.addSchema({ $id: file, components: JSON.parse(JSON.stringify(document.components)) });
    files.set(file, document);
    return document;
  };
  const errorsOf = (
    file: string,
    find: (document: Json) => unknown,
    key: string,
    body: unknown,
  ): string[] => {
    const name = `${file} ${key}`;
    const document = open(file);
    if (!compiled.has(name)) {
      const { $ref } = find(document) as { $ref: string };
      compiled.set(name, ajv.compile({ $ref: `${file}${$ref}` }));
    }
    const validate = compiled.get(name)!;
    if (validate(body)) return [];
    return (validate.errors ?? []).filter(isTelling).map(({ instancePath, message, params }) => {
      const extra = 'additionalProperty' in params ? ` (${params.additionalProperty})` : '';
      return `${key} ${instancePath || 'the body'} ${message}${extra}`;
    });
  };
  const schemaAt = (document: Json, keys: readonly string[]): unknown =>
    keys.reduce<unknown>((at, key) => (at as Json)[key], document);
  const json = ['content', 'application/json', 'schema'];
  return {
    source,
    request: ({ file, path }, body) =>
      errorsOf(file, (d) => schemaAt(d, ['paths', path, 'post', 'requestBody', ...json]), path, body),
    answer: ({ file, path }, body) =>
      errorsOf(
        file,
        (d) => {
          const responses = schemaAt(d, ['paths', path, 'post', 'responses']) as Json;
          return schemaAt((responses['200'] ?? responses['201']) as Json, json);
        },
        `answer of ${path}`,
        body,
      ),
    notification: (eventCode, body) =>
      errorsOf(
        'Webhooks-v1.json',
        (d) => schemaAt(d, ['webhooks', `/${eventCode}`, 'post', 'requestBody', ...json]),
        `webhook ${eventCode}`,
        withoutMetadata(body),
      ),
  };
}

/**
 * A debit of a stored account names its token and neither IBAN nor owner ("SEPA Direct Debit", "Recurring payments" of
 * Adyen's guide), also after iDEAL; the file requires both, since its details are for a first payment.
 */
function tokenForAccount({ components }: Json): void {
  const { SepaDirectDebitDetails: debit } = (components as { schemas: Record<string, Json> }).schemas;
  if (!debit) return;
  debit.anyOf = [{ required: debit.required }, { required: ['storedPaymentMethodId'] }];
  delete debit.required;
}

/** A choice without a match is reported once, without the reason for each alternative. */
const isTelling = ({ schemaPath }: ErrorObject): boolean =>
  !schemaPath.includes('/anyOf/') && !/Details\//.test(schemaPath);

/** A merchant's metadata is returned in `additionalData`; the files show it in examples but list no such member. */
const withoutMetadata = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (name, value) => (name.startsWith('metadata.') ? undefined : value));

interface Model {
  readonly attributeTypeMap: readonly { readonly baseName: string; readonly type: string }[];
}

/** Validates by the members of the package's classes and the known required ones. */
function byPackage(source: string): Description {
  const modelsOf: Readonly<Record<string, object>> = {
    'CheckoutService-v72.json': checkoutModels,
    'PayoutService-v68.json': payoutModels,
    'DisputeService-v30.json': disputeModels,
  };
  return {
    source,
    request: ({ file, model, path, required }, body) => {
      const known = (modelsOf[file] as Record<string, Model>)[model]?.attributeTypeMap.map(
        (one) => one.baseName,
      );
      const given = Object.keys(body as object);
      return [
        ...required.filter((name) => !given.includes(name)).map((name) => `${path} lacks ${name}`),
        ...given.filter((name) => !known?.includes(name)).map((name) => `${path} does not take ${name}`),
      ];
    },
    answer: () => [],
    notification: () => [],
  };
}
