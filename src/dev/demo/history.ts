import { type Demo, insertFrom } from './statements.ts';

/** A step that a history has, or has under a condition. All are SQL expressions. */
export interface Step {
  when?: string;
  to: string;
  cause: string;
  at: string;
}

/** What has histories of the same shape: rows, the columns of their keys, and the steps in order. */
export interface Histories {
  from: string;
  merchant?: string;
  id: string;
  steps: readonly Step[];
}

/** Writes how objects of a kind came to the statuses they have; the kind is as the table of states calls it. */
export async function loadHistories(
  demo: Demo,
  kind: string,
  histories: readonly Histories[],
): Promise<void> {
  const paths = histories.map(
    ({ from, merchant = 'p.merchant_id', id, steps }) => `
      select ${merchant} as merchant_id, ${id} as id, ${list(steps, 'to')} as statuses,
             ${list(steps, 'cause')} as causes, ${list(steps, 'at')} as times
      from ${from} offset 0`,
  );
  await insertFrom(demo, 'status_changes', {
    columns: {
      merchant_id: 'h.merchant_id',
      change_id: 'pg_temp.change_id(s.at, s.step, h.id)',
      object_type: `'${kind}'`,
      object_id: 'h.id',
      from_status: 'h.statuses[s.step::int - 1]',
      to_status: 's.to_status',
      cause: 's.cause',
      changed_at: 's.at',
    },
    from: `(${paths.map((path) => `(${path})`).join(' union all ')}) h
      cross join lateral unnest(h.statuses, h.causes, h.times)
        with ordinality as s(to_status, cause, at, step)`,
  });
}

const types = { to: 'text', cause: 'text', at: 'timestamptz' } as const;

/** One side of the steps as an array, without those whose condition does not hold. */
function list(steps: readonly Step[], side: keyof typeof types): string {
  const elements = steps.map((step) =>
    step.when === undefined ? step[side] : `case when ${step.when} then ${step[side]} end`,
  );
  return `array_remove(array[${elements.join(', ')}]::${types[side]}[], null)`;
}
