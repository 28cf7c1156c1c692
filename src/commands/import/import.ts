import { createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { stringify } from 'csv-stringify';
import { IMPORT_MAX_BYTES } from '../../core/entities/payment-method-import.ts';
import { OperatorError } from '../../core/foundation/operator-error.ts';
import { defineCommand, print } from '../command.ts';
import { UsageError } from '../command-line.ts';
import { renamedColumns } from './column-renames.ts';
import { ImportClient, type ShownImport } from './import-client.ts';
import { readServiceAddress } from './service-address.ts';

const types: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  jsonl: 'application/jsonl',
  ndjson: 'application/jsonl',
  jwe: 'application/jose',
};

const POLL_MS = 1_000;

const resultColumns = [
  'line',
  'outcome',
  'customer_id',
  'payment_method_id',
  'error_code',
  'error_param',
  'error_message',
] as const;

export const command = defineCommand({
  about: `Imports payment methods and their customers from a file of CSV or JSON Lines, encrypted on the way for the public key
of the service, and writes the result of each row into a file beside it. Once the file is sent, the service goes on even if
this command is stopped; a file that is sent again saves nothing twice. It exits with 1 if a row could not be saved.`,
  operands: [{ name: 'file', about: 'the file: .csv, .jsonl, or .jwe if it is encrypted already' }],
  options: {
    'api-key': { value: 'key', about: 'an API key of the merchant', required: true },
    url: { value: 'url', about: 'base URL of the service', default: 'http://127.0.0.1:8080' },
    connector: {
      value: 'merchant_connector_id',
      about: 'connector account that issued the tokens of rows that name none',
    },
    columns: {
      value: 'theirs=ours,…',
      about: 'other names for columns of the header, as docs/moving.md has them',
    },
    results: { value: 'file', about: 'where to write the results; beside the file unless given' },
  },
  run: async (values, [file]) => {
    const key = values['api-key'];
    if (!/^[\x21-\x7e]+$/.test(key))
      throw new UsageError('--api-key has characters that keys never contain.');
    const client = new ImportClient(readServiceAddress(values.url), key, print);
    const type = types[file!.split('.').at(-1)!.toLowerCase()];
    if (!type) throw new UsageError('<file> must end in .csv, .jsonl, .ndjson or .jwe.');
    if (values.columns !== undefined && type !== 'text/csv')
      throw new UsageError('--columns is for a file that ends in .csv.');
    const content = await contentOf(file!);
    const renamed = values.columns === undefined ? content : renamedColumns(content, values.columns);
    const body = type === 'application/jose' ? renamed : await client.encrypt(renamed);
    const started = await client.upload(body, 'application/jose', values.connector);
    print(`${started.import_id}: ${started.rows_total} rows were accepted.`);
    const ended = await follow(client, started);
    const path = values.results ?? `${file}.results.csv`;
    await writeResults(client, ended.import_id, path);
    print(`${summaryOf(ended)}. Results: ${path}`);
    return ended.rows_failed > 0 ? 1 : 0;
  },
});

async function contentOf(file: string): Promise<Buffer> {
  const { size } = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`The file cannot be read: ${error.code}.`);
  });
  // Encryption adds a third.
  const most = Math.floor((IMPORT_MAX_BYTES * 3) / 4) - 4096;
  if (size > most)
    throw new OperatorError(
      `The file is larger than ${Math.floor(most / 1024 / 1024)} MiB: split it, and import each part.`,
    );
  return readFile(file);
}

/** Shows the progress of an import until it is complete. */
async function follow(client: ImportClient, started: ShownImport): Promise<ShownImport> {
  let shown = started;
  while (shown.status !== 'completed') {
    await sleep(POLL_MS);
    const before = shown.rows_done;
    shown = await client.read(started.import_id);
    if (shown.rows_done > before) print(summaryOf(shown));
  }
  return shown;
}

const summaryOf = (shown: ShownImport) =>
  `${shown.rows_done} of ${shown.rows_total} rows: ${shown.rows_created} created, ${shown.rows_updated} updated, ${shown.rows_duplicate} known already, ${shown.rows_failed} failed`;

async function writeResults(client: ImportClient, id: string, path: string): Promise<void> {
  const rows = stringify({ header: true, columns: [...resultColumns], escape_formulas: true });
  const file = createWriteStream(path, { mode: 0o600 });
  rows.pipe(file);
  for await (const result of client.results(id)) rows.write(resultColumns.map((name) => result[name]));
  rows.end();
  await finished(file);
}
