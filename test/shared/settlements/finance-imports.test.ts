import { expect } from 'vitest';
import { csvOf, financeTest as test, goodLine } from './finance-files.ts';

test('A file is previewed, confirmed, recorded and taken back', async ({ files }) => {
  const { body: preview, status } = await files.settle(csvOf(goodLine(1), goodLine(2), 'txn_3,capture,"10,00",,,EUR,2026-11-30,,'));
  expect([status, preview.error]).toEqual([200, undefined]);
  expect(preview).toMatchObject({ status: 'preview', kind: 'settlement', format: 'csv', lines_read: 3, lines_refused: 1 });
  expect(await files.settlements()).toEqual([]);
  expect(await files.confirm(preview.import_id)).toMatchObject({ status: 'done', progress: 100, lines_taken: 2 });
  expect(await files.settlements()).toMatchObject([{ settlement_reference: 'batch_00000001', gross: 2000, fee: 80, net: 1920 }]);
  expect(await files.undo(preview.import_id)).toMatchObject({ status: 'undone', lines_taken: 0 });
  expect(await files.settlements()).toEqual([]);
});
