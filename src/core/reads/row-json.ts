import type { Context } from '../foundation/context.ts';
import type { TextRow } from '../foundation/transaction.ts';
import { type FieldDescription, type ResourceDescription, resourceOf } from '../model/index.ts';
import {
  addedFields,
  fieldPresenter,
  memoizedPerView,
  nestedView,
  type RestView,
  restFields,
  restValue,
} from '../model/rest-view.ts';
import type { ChildList } from './children.ts';
import { encodingOf, type Member, type WriteText, writeList, writeRows } from './row-texts.ts';
import { encodedOf, revealValue, unpacked } from './statement.ts';

/** Reading the rows of a view as texts and writing them as REST's JSON. */
export interface RowJson {
  readonly columns: readonly string[];
  readonly lists: readonly ChildList[];
  /** Writes rows as a JSON array, byte-identical to REST's presentation. */
  write(ctx: Context, rows: readonly TextRow[]): string;
}

const isNested = ({ kind }: FieldDescription) => kind === 'children';

/** The columns and lists of a view, with their writers; null if a list has encrypted or packed entries. */
export const rowJson = memoizedPerView((target, view): RowJson | null => {
  const resource = resourceOf(target);
  const fields = restFields(target, view);
  const nested = fields.filter(isNested);
  if (nested.some(({ of }) => encodedOf(resourceOf(of!())).length > 0)) return null;
  const added = addedFields(target);
  const shown = [...fields.filter((field) => !isNested(field)), ...added].map(({ name }) => name);
  // Ciphertexts are bound to the row's key.
  const columns = [...new Set([...shown, ...resource.key])];
  const members = (ctx: Context) =>
    [...fields, ...added].map((field, i): Member => {
      const before = `${i === 0 ? '' : ','}${JSON.stringify(field.name)}:`;
      const isList = isNested(field);
      const at = isList ? columns.length + nested.indexOf(field) : columns.indexOf(field.name);
      const ofColumn = () => encodingOf(field) ?? valueWriter(ctx, resource, field, columns);
      const write = isList ? listWriter(field, nestedView(view)) : ofColumn();
      return { before, at, write, isOptional: Boolean(field.onlyIfSet) };
    });
  return {
    columns,
    lists: nested.map((field) => childList(field, nestedView(view))),
    write: (ctx, rows) => writeRows(rows, members(ctx)),
  };
});

/** A list with entries written by the database in REST's format, except columns that need conversion. */
function childList({ name, of }: FieldDescription, view: RestView): ChildList {
  const fields = [...restFields(of!(), view), ...addedFields(of!())];
  return { field: name, columns: fields.map((field) => field.name), inOrder: true };
}

/** Writes a nested list. JSON in its entries needs conversion, because PostgreSQL writes it with spaces. */
function listWriter({ of }: FieldDescription, view: RestView): WriteText {
  const child = of!();
  const present = (json: string) =>
    JSON.stringify((JSON.parse(json) as object[]).map((row) => restValue(child, view, row)));
  const added = addedFields(child);
  // A quotation mark within a text is escaped, so that no text holds such a member.
  const unset = added.map((field) => `,${JSON.stringify(field.name)}:null`);
  const list = (json: string) => writeList(unset.reduce((text, none) => text.replaceAll(none, ''), json));
  const holdsJson = [...restFields(child, view), ...added].some((field) => !encodingOf(field));
  if (!holdsJson) return (json) => list(json!);
  // Such a column is usually null; otherwise it is an object or a list, right after its name.
  return (json) => (/:[{[]/.test(json!) ? present(json!) : list(json!));
}

/** Writes a column that is encrypted, packed or JSON. */
function valueWriter(
  ctx: Context,
  resource: ResourceDescription,
  field: FieldDescription,
  columns: readonly string[],
): WriteText {
  const present = fieldPresenter(field);
  const nothing = JSON.stringify(present(null));
  const read = (text: string, row: TextRow): unknown => {
    if (field.packed) return unpacked(field, field.kind === 'text' ? text : JSON.parse(text));
    if (!field.encrypted) return JSON.parse(text);
    const key = resource.key.map((name) => row[columns.indexOf(name)]!);
    return revealValue(ctx, resource, field, key, Buffer.from(text.slice(2), 'hex'));
  };
  return (text, row) => (text === null ? nothing : JSON.stringify(present(read(text, row))));
}
