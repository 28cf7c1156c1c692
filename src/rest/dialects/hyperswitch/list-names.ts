import { ApiKey } from '../../../core/entities/api-key.ts';
import { Dispute } from '../../../core/entities/dispute.ts';
import { Event } from '../../../core/entities/event.ts';
import { Mandate } from '../../../core/entities/mandate.ts';
import { Refund } from '../../../core/entities/refund.ts';
import { type DescribedClass, fieldsByName, resourceOf } from '../../../core/model/index.ts';
import { type AliasTable, compileQueryAliases } from './aliases.ts';

/** Aliases of parameters of single lists. The alias of a time has its comparisons too. */
const others = new Map<DescribedClass, Readonly<Record<string, string>>>([
  [ApiKey, { skip: 'offset' }],
  [Dispute, { received_time: 'created_at' }],
  [Event, { created_after: 'created_at_gte', created_before: 'created_at_lte' }],
  [Mandate, { created_time: 'created_at', mandate_status: 'status' }],
  [Refund, { created: 'created_at', refund_status: 'status' }],
]);

const comparisons = ['lt', 'gt', 'lte', 'gte'] as const;

const tables = new WeakMap<DescribedClass, AliasTable>();

/**
 * Gives the query of a list its aliases: `start_time` and `end_time` for a range of the time that orders the list, and
 * comparisons with a dot, such as `created.gte`.
 */
export function aliasListParameters(query: DescribedClass, target: DescribedClass): void {
  const { order: time } = resourceOf(target);
  const own = Object.entries(others.get(target) ?? {});
  const theirs = own.filter(([, of]) => of === time).map(([name]) => name);
  const ranges = comparisons.flatMap((op) => [
    ...[time, ...theirs].map((name) => [`${name}.${op}`, `${time}_${op}`] as const),
    ...theirs.map((name) => [`${name}_${op}`, `${time}_${op}`] as const),
  ]);
  const whole = [
    ['start_time', `${time}_gte`],
    ['end_time', `${time}_lte`],
  ] as const;
  const isByTime = fieldsByName(query).has(`${time}_gte`);
  const pairs = [...own, ...(isByTime ? [...whole, ...ranges] : [])];
  tables.set(query, compileQueryAliases(query, new Map(pairs.map(([name, of]) => [name, { of }]))));
}

/** The aliases of a list's query, or of the query that it extends. */
export function listAliasesOf(query: DescribedClass): AliasTable | undefined {
  for (let at: DescribedClass | null = query; at; at = Object.getPrototypeOf(at) as DescribedClass | null) {
    const table = tables.get(at);
    if (table) return table;
  }
  return undefined;
}
