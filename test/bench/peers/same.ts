import { deepStrictEqual } from 'node:assert/strict';
import type { BenchRequest } from '../measure.ts';
import type { ServerProcess } from '../processes.ts';
import { camelCase, dashboard, lists } from './servers/data.js';
import type { Name, Workload } from './workloads.ts';

type Values = Record<string, unknown>;

/** Requires that every server returns the same payments on some of the pages. */
export async function requireSameAnswers(
  { requests, title }: Workload,
  servers: ReadonlyMap<Name, ServerProcess>,
): Promise<void> {
  for (const page of [0, 31, 63]) {
    const answers = new Map<string, Values[]>();
    for (const [name, pages] of Object.entries(requests)) {
      answers.set(name, await paymentsIn(servers.get(name as Name)!, pages[page % pages.length]!));
    }
    const [[first, expected] = ['', []], ...others] = [...answers];
    if (expected.length === 0) throw new Error(`${title}: ${first} found no payments.`);
    for (const [name, found] of others)
      deepStrictEqual(found, expected, `${title}: ${name} differs from ${first}.`);
  }
}

async function paymentsIn(server: ServerProcess, { path, ...request }: BenchRequest): Promise<Values[]> {
  const response = await fetch(server.url + path, request);
  const text = await response.text();
  const answer = JSON.parse(text);
  if (!response.ok || answer.errors) throw new Error(`${path} was answered with ${response.status}: ${text}`);
  const found = Array.isArray(answer) ? answer[0] : Object.values<Values>(answer.data)[0];
  return (found.data ?? found.nodes ?? found).map(payment);
}

/** The dashboard's fields of a payment in one spelling. The order of lists differs by server. */
function payment(values: Values): Values {
  const entries = Object.keys(lists).map((list) => {
    const rows = (values[list] ?? values[`${list}List`]) as Values[];
    return [list, rows.map((row) => JSON.stringify(fields(list, row))).sort()];
  });
  return { ...fields('payments', values), ...Object.fromEntries(entries) };
}

function fields(table: string, values: Values): Values {
  const names = (dashboard as Record<string, string>)[table]!.split(' ');
  return Object.fromEntries(
    names.map((name) => [name, canonical(values[name] ?? values[camelCase(name)] ?? null)]),
  );
}

/** Timestamps as milliseconds, since each server formats them differently. */
const canonical = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-][\d:]+)$/.test(value)
    ? Date.parse(value)
    : value;
