import { withinMerchant } from '../../../src/core/foundation/context.ts';
import {
  continueFinanceImport,
  runFinanceImports,
} from '../../../src/core/settlements/files/run-finance-imports.ts';
import { allMerchants } from '../../../src/core/writes/due-objects.ts';
import { expectContractResponse } from '../../kit/contract.ts';
import { graphqlClient } from '../../kit/graphql-client.ts';
import { sandboxShop } from '../../kit/sandbox-shop.ts';
import type { TestService } from '../../kit/service.ts';
import { test as base } from '../../kit/test.ts';
import { xmlText } from '../../kit/workbook.ts';

/** A form to upload. */
export interface SentForm {
  readonly file?: string | Buffer | null;
  readonly fields?: Readonly<Record<string, string>>;
  readonly headers?: Record<string, string>;
  readonly path?: string;
}

/** The columns of a settlement file. */
export const columns =
  'connector_reference,type,gross,fee,net,currency,occurred_at,order_reference,settlement_reference';

/** A settlement file as CSV. */
export const csvOf = (...lines: string[]) => [columns, ...lines].map((line) => `${line}\n`).join('');

/** A good line of a settlement file. */
export const goodLine = (n: number, settlement = 'batch_00000001') =>
  `txn_${n},capture,10.00,0.40,9.60,EUR,2026-11-30,order-${n},${settlement}`;

/** A bank statement as CSV. */
export const statementOf = (...lines: string[]) =>
  ['booked_on,amount,currency,reference,counterparty', ...lines].map((line) => `${line}\n`).join('');

/** An entry of a statement in CAMT.053. */
export const camtEntry = (amount: string, { debit = false, reference = 'po_1', status = 'BOOK' } = {}) =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${debit ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts><Cd>${status}</Cd></Sts><BookgDt><Dt>2026-12-02</Dt></BookgDt><NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>Stripe</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>${xmlText(reference)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;

/** A balance of a statement in CAMT.053. */
export const camtBalance = (code: string, amount: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`;

/** A statement in CAMT.053. */
export const camt = (...parts: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>${parts.join('')}</Stmt></BkToCstmrStmt></Document>`;

/** Uploads a form; by default a settlement file. */
export async function sendForm({ url }: Pick<TestService, 'url'>, key: string, sent: SentForm) {
  const path = sent.path ?? '/settlements/imports';
  const form = new FormData();
  for (const [name, value] of Object.entries(sent.fields ?? {})) form.append(name, value);
  if (sent.file !== null)
    form.append('file', new Blob([new Uint8Array(Buffer.from(sent.file ?? ''))]), 'file.csv');
  const headers = { 'api-key': key, ...sent.headers };
  const response = await fetch(url + path, { method: 'POST', headers, body: form });
  const text = await response.text();
  const { headers: answered, status } = response;
  expectContractResponse({ method: 'POST', path, status, headers: answered, text });
  return { status, headers: answered, body: JSON.parse(text) };
}

/** A merchant whose reconciliation is active, with the steps of an import. */
export const financeTest = base
  .extend('shop', ({ service }) => sandboxShop(service, { is_recon_enabled: true, recon_status: 'active' }))
  .extend('files', ({ client, service, shop }) => {
    const { account, key, merchantId } = shop;
    const run = () => runFinanceImports(service.contextFor({ kind: 'admin_key' }, 'req_test'), allMerchants);
    const get = async (path: string) => (await client.get(path, { key })).body;
    const retrieve = (id: string) => get(`/settlements/imports/${id}`);
    const settle = (file: string | Buffer, fields: Record<string, string> = {}) =>
      sendForm(service, key, { file, fields: { merchant_connector_id: account, ...fields } });
    const state = (file: string | Buffer, fields: Record<string, string> = {}) =>
      sendForm(service, key, { file, fields, path: '/bank_statements/imports' });
    const post = (path: string) => client.post(path, { key, body: {} });
    const finish = async (id: string, step: 'confirm' | 'undo') => {
      const { body, status } = await post(`/settlements/imports/${id}/${step}`);
      if (status !== 200) throw new Error(JSON.stringify(body));
      const ctx = withinMerchant(service.contextFor({ kind: 'admin_key' }, 'req_test'), merchantId);
      await continueFinanceImport(ctx, id, 600_000);
      return retrieve(id);
    };
    return {
      ...{ get, post, run, settle, state, retrieve },
      graphql: graphqlClient(service, key),
      confirm: (id: string) => finish(id, 'confirm'),
      undo: (id: string) => finish(id, 'undo'),
      /** Imports a file and records its lines. */
      take: async (sent: ReturnType<typeof settle>) => {
        const { body, status } = await sent;
        if (status !== 200) throw new Error(JSON.stringify(body));
        return finish(body.import_id, 'confirm');
      },
      settlements: async () => (await get('/settlements?limit=100')).data,
    };
  });
