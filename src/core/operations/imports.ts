import {
  IMPORT_MAX_BYTES,
  PaymentMethodImport,
  PaymentMethodImportResult,
} from '../entities/payment-method-import.ts';
import { ImportPublicKeys, importPublicKeys } from '../imports/import-keys.ts';
import {
  handledOperation,
  listOperation,
  operationsByName,
  readOperation,
  retrieveOperation,
} from './operation.ts';

const importsMethods = { permission: 'customers:write', reach: 'merchant' } as const;

export const imports = operationsByName({
  importPaymentMethods: handledOperation({
    ...importsMethods,
    target: PaymentMethodImport,
    summary: 'Import payment methods',
    about: `Imports payment methods, and new customers, from a file of up to 100 000 rows and ${IMPORT_MAX_BYTES / 1024 / 1024} MiB: CSV with a header, or JSON Lines; or either as a compact JWE for a key of \`GET /imports/public_key\`. A job saves the rows; \`GET /imports/payment_methods/{import_id}\` returns its progress, and its results the outcome of each row. An existing card of the customer is recognized by its fingerprint, so a file may be imported again. docs/moving.md describes the columns, and migration from other services.`,
    problems: ['not_permitted', 'unknown_parameter'],
    only: { face: 'rest', because: 'GraphQL takes no files.' },
  }),
  listPaymentMethodImports: listOperation(PaymentMethodImport, {
    summary: 'List imports of payment methods',
    about: 'Lists imports of payment methods, newest first.',
  }),
  retrievePaymentMethodImport: retrieveOperation(PaymentMethodImport, {
    summary: 'Retrieve an import of payment methods',
    about: 'Retrieves an import of payment methods, with its progress.',
  }),
  listPaymentMethodImportResults: listOperation(PaymentMethodImportResult, {
    summary: 'List the results of an import',
    about: "Lists the results of an import's processed rows, in file order.",
  }),
  retrievePaymentMethodImportResult: retrieveOperation(PaymentMethodImportResult, {
    summary: 'Retrieve the result of a row of an import',
    about: 'Retrieves the result of a row of an import.',
    only: { face: 'graphql', because: 'REST lists the results of an import.' },
  }),
  retrieveImportPublicKeys: readOperation({
    ...importsMethods,
    summary: 'Retrieve the public keys for imports',
    about:
      "Retrieves the public keys of the service, as a JWK set, for encrypting import files: RSA-OAEP-256 with A256GCM. Use the first key, with its identifier in the header's `kid`.",
    target: ImportPublicKeys,
    run: importPublicKeys,
  }),
});
