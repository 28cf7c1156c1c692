import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { ImportClient } from '../../../src/commands/import/import-client.ts';

const shown = { import_id: 'imp_1', status: 'completed', rows_total: 1, rows_done: 1 };

/** A service with these responses in turn, the last one forever; null breaks the connection. */
async function answering(...answers: readonly (readonly [status: number, body: object] | null)[]) {
  let asked = 0;
  const server = createServer((request, response) => {
    const answer = answers[Math.min(asked++, answers.length - 1)];
    if (!answer) return request.socket.destroy();
    return response
      .writeHead(answer[0], { 'content-type': 'application/json' })
      .end(JSON.stringify(answer[1]));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const said: string[] = [];
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new ImportClient(url, 'sk_test_1', (text) => said.push(text), 1);
  return { client, said, url, asked: () => asked, [Symbol.dispose]: () => void server.close() };
}

const overloaded = [503, { error: { code: 'overloaded', message: 'Try again.' } }] as const;

test('The import client waits for a restarting service and reports the wait once', async () => {
  using service = await answering(null, null, overloaded, [200, shown]);
  expect(await service.client.read('imp_1')).toEqual(shown);
  expect(service.said).toEqual([expect.stringMatching(/^The service is not reachable at .* Waiting for it/)]);
  expect(service.asked()).toBe(4);
});

test('Reading the results of an import waits for a restart, too', async () => {
  using service = await answering(overloaded, [
    200,
    { data: [{ result_id: 'r', line: 1 }], has_more: false },
  ]);
  const results = [];
  for await (const result of service.client.results('imp_1')) results.push(result.line);
  expect(results).toEqual([1]);
  expect(service.said).toEqual([
    'The service refused (overloaded): Try again. Waiting for it, up to five minutes.',
  ]);
});

test('A refusal is reported at once, and a failed upload is not retried', async () => {
  using refusing = await answering([
    404,
    { error: { code: 'resource_not_found', message: 'No such import.' } },
  ]);
  await expect(refusing.client.read('imp_2')).rejects.toThrow(
    'The service refused (resource_not_found): No such import.',
  );
  using gone = await answering(null);
  await expect(gone.client.upload(Buffer.from('x'), 'text/csv', undefined)).rejects.toThrow(
    'is not reachable',
  );
  expect([refusing.asked(), gone.asked()]).toEqual([1, 1]);
  expect([...refusing.said, ...gone.said]).toEqual([]);
});

test('After five minutes the command reports that the import continues and how to see its results', async () => {
  using service = await answering(overloaded);
  await expect(service.client.read('imp_1')).rejects.toThrow(
    'The service refused (overloaded): Try again. The import goes on with the service. To see the results, send the file again',
  );
  expect([service.asked(), service.said.length]).toEqual([300, 1]);
});
