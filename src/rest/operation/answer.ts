import type { DescribedClass } from '../../core/model/index.ts';
import { type RestView, restValue } from '../../core/model/rest-view.ts';

/** The shape of an operation's answer: how what was read becomes it, and what OpenAPI says of it. */
export interface RestAnswer {
  /** An object, a list of them, or a list that holds one page of them. */
  readonly shape: 'object' | 'list' | 'pages';
  readonly target: DescribedClass;
  readonly view: RestView;
  readonly present: (result: unknown) => unknown;
}

const presentAll = (target: DescribedClass, rows: unknown) =>
  (rows as object[]).map((row) => restValue(target, 'list', row));

/** One object; in the view `single` with the fields that only retrieval shows. */
export const one = (target: DescribedClass, view: 'single' | 'plain' = 'single'): RestAnswer => ({
  shape: 'object',
  target,
  view,
  present: (row) => restValue(target, view, row as object),
});

/** All of a list. */
export const list = (target: DescribedClass): RestAnswer => ({
  shape: 'list',
  target,
  view: 'list',
  present: (rows) => presentAll(target, rows),
});

/** One page of a list, `[{ size, data }]`. Specification: endpoint 2. */
export const pages = (target: DescribedClass): RestAnswer => ({
  shape: 'pages',
  target,
  view: 'list',
  present: (rows) => {
    const data = presentAll(target, rows);
    return [{ size: data.length, data }];
  },
});
