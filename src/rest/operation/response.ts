import type { DescribedClass } from '../../core/model/index.ts';
import { type RestView, restValue } from '../../core/model/rest-view.ts';

/** The response of an operation: how its result is presented, and what OpenAPI documents. */
export interface ResponseShape {
  /** An object, a list of objects, or a list that holds one page of them. */
  readonly shape: 'object' | 'list' | 'pages';
  readonly target: DescribedClass;
  readonly view: RestView;
  readonly present: (result: unknown) => unknown;
}

const presentAll = (target: DescribedClass, rows: unknown) =>
  (rows as object[]).map((row) => restValue(target, 'list', row));

/** A single object. The view `single` includes the fields that only retrieval shows. */
export const one = (target: DescribedClass, view: 'single' | 'plain' = 'single'): ResponseShape => ({
  shape: 'object',
  target,
  view,
  present: (row) => restValue(target, view, row as object),
});

/** A whole list. */
export const list = (target: DescribedClass): ResponseShape => ({
  shape: 'list',
  target,
  view: 'list',
  present: (rows) => presentAll(target, rows),
});

/** One page of a list, as `[{ size, data }]`. Specification: endpoint 2. */
export const pages = (target: DescribedClass): ResponseShape => ({
  shape: 'pages',
  target,
  view: 'list',
  present: (rows) => {
    const data = presentAll(target, rows);
    return [{ size: data.length, data }];
  },
});
