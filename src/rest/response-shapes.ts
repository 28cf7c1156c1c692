import type { KeyKind } from '../core/foundation/context.ts';
import type { DescribedClass } from '../core/model/index.ts';
import { type RestView, restValue } from '../core/model/rest-view.ts';
import { type CountedPage, type Page, WrittenPage } from '../core/reads/index.ts';

/** A secret that one response shows: its member of the result, and the described members of the response. */
export interface OneTime {
  readonly name: string;
  readonly members: Readonly<Record<string, string>>;
}

/** The members of a response with the secret of a result. */
export const secretsOf = ({ members, name }: OneTime, result: object): object => {
  const secret = (result as Record<string, unknown>)[name] ?? null;
  return Object.fromEntries(Object.keys(members).map((member) => [member, secret]));
};

/** The response of an operation: how its result is presented, and its OpenAPI schema. */
export interface ResponseShape {
  /** An object, a list of objects, one page of a list in the specification's form, in ours or by number, or a list as CSV. */
  readonly shape: 'object' | 'list' | 'pages' | 'page' | 'counted' | 'csv';
  readonly target: DescribedClass;
  readonly view: RestView;
  /** The fields that a key of a customer's client is shown; all fields if absent. */
  readonly customerFields?: ReadonlySet<string>;
  /** A secret beside the object's fields, in the first response only: a replay has null. */
  readonly oneTime?: OneTime;
  /** Members that confirm the operation's effect, each `true`: `deleted`. */
  readonly marks?: readonly string[];
  readonly present: (result: unknown, kind: KeyKind) => unknown;
  /** Writes a result directly instead of presenting it; undefined if it has to be presented. */
  readonly write?: (result: unknown) => string | undefined;
}

const presentAll = (target: DescribedClass, view: RestView, rows: unknown) =>
  (rows as object[]).map((row) => restValue(target, view, row));

/** A single object. The view `single` includes the fields that only retrieval shows. */
export const one = (target: DescribedClass, view: 'single' | 'plain' | 'full' = 'single'): ResponseShape => ({
  shape: 'object',
  target,
  view,
  present: (row) => restValue(target, view, row as object),
});

/** The response of a deletion: the object, with members that say so as clients of Hyperswitch read it. */
export const deleted = (shape: ResponseShape, ...marks: string[]): ResponseShape => ({
  ...shape,
  marks,
  present: (row, kind) => ({
    ...(shape.present(row, kind) as object),
    ...Object.fromEntries(marks.map((mark) => [mark, true])),
  }),
});

/** A whole list. */
export const list = (target: DescribedClass): ResponseShape => ({
  shape: 'list',
  target,
  view: 'list',
  present: (rows) => presentAll(target, 'list', rows),
});

/** One page of a list, as `[{ size, data }]`. Specification: endpoint 2. */
export const pages = (target: DescribedClass): ResponseShape => ({
  shape: 'pages',
  target,
  view: 'list',
  present: (result) => {
    const data = presentAll(target, 'list', (result as Page).rows);
    return [{ size: data.length, data }];
  },
  write: (result) =>
    result instanceof WrittenPage ? `[{"size":${result.size},"data":${result.json}}]` : undefined,
});

/** One page of a list beyond the specification: `{ size, data, has_more }`. */
export const page = (target: DescribedClass, view: RestView = 'full'): ResponseShape => ({
  shape: 'page',
  target,
  view,
  present: (result) => {
    const { rows, more } = result as Page;
    return { size: rows.length, data: presentAll(target, view, rows), has_more: more };
  },
  write: (result) =>
    result instanceof WrittenPage
      ? `{"size":${result.size},"data":${result.json},"has_more":${result.more}}`
      : undefined,
});

/** One page of a list by number: `{ data, total_count }`. The handler's result is a `CountedPage`. */
export const countedPage = (target: DescribedClass): ResponseShape => ({
  shape: 'counted',
  target,
  view: 'full',
  present: (result) => {
    const { page: read, total } = result as CountedPage;
    return { data: presentAll(target, 'full', (read as Page).rows), total_count: total };
  },
  write: (result) => {
    const { page: read, total } = result as CountedPage;
    return read instanceof WrittenPage ? `{"data":${read.json},"total_count":${total}}` : undefined;
  },
});

/** Only the entries of a page of a list. */
export const arrayOf = (shape: ResponseShape): ResponseShape => ({
  ...shape,
  shape: 'list',
  present: (result) => presentAll(shape.target, shape.view, (result as Page).rows),
  write: (result) => (result instanceof WrittenPage ? `${result.json}` : undefined),
});

/** A list as a CSV file, of any length. The handler's result is a `CsvExport`. */
export const csv = (target: DescribedClass): ResponseShape => ({
  shape: 'csv',
  target,
  view: 'full',
  present: (result) => result,
});

/** An object with some fields only for a customer's client, which has a publishable or an ephemeral key. */
export const oneForCustomers = (
  target: DescribedClass,
  customerFields: ReadonlySet<string>,
): ResponseShape => ({
  ...one(target, 'full'),
  customerFields,
  present: (row, kind) => {
    const shown = restValue(target, 'full', row as object);
    if (kind !== 'publishable_key' && kind !== 'ephemeral_key') return shown;
    return Object.fromEntries(Object.entries(shown).filter(([name]) => customerFields.has(name)));
  },
});

/**
 * An object with a secret that is not stored, which the handler's result has as `name`.
 *
 * @param alias Another member of the response with the same secret.
 */
export const oneWithSecret = (
  target: DescribedClass,
  name: string,
  about: string,
  alias?: string,
): ResponseShape => {
  const members = { [name]: about, ...(alias && { [alias]: `The same as \`${name}\`.` }) };
  return {
    ...one(target, 'full'),
    oneTime: { name, members },
    present: (row) => ({
      ...restValue(target, 'full', row as object),
      ...Object.fromEntries(Object.keys(members).map((member) => [member, null])),
    }),
  };
};
