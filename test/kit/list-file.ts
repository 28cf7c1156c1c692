import { purgeDeletedLists } from '../../src/core/value-lists/delete-list.ts';
import { runListImports } from '../../src/core/value-lists/run-list-imports.ts';
import { expectContractResponse } from './contract.ts';
import type { TestService } from './service.ts';

/** The form of a file of entries. */
export function formOf(content: string | Buffer, part = 'file'): FormData {
  const form = new FormData();
  form.set(part, new Blob([content as string], { type: 'text/csv' }), 'entries.csv');
  return form;
}

/** Uploads a file of entries of a list. */
export async function sendListFile(
  { url }: Pick<TestService, 'url'>,
  key: string,
  listId: string,
  body: FormData | string,
  headers: Record<string, string> = {},
) {
  const path = `/lists/${listId}/entries/imports`;
  const response = await fetch(url + path, { method: 'POST', headers: { 'api-key': key, ...headers }, body });
  const text = await response.text();
  const { headers: answered, status } = response;
  expectContractResponse({ method: 'POST', path, status, headers: answered, text });
  return { status, headers: answered, body: JSON.parse(text) };
}

const jobs = (service: TestService) => service.contextFor({ kind: 'admin_key' }, 'req_test');

/** Runs the job that adds the lines of files to their lists. */
export const addListLines = (service: TestService): Promise<number> => runListImports(jobs(service));

/** Runs the job that deletes what remains of deleted lists. */
export const purgeLists = (service: TestService): Promise<number> => purgeDeletedLists(jobs(service));
