/**
 * The shapes of the specification, typed out from its text and from nothing in the code: what the service
 * answers is held against them.
 */

/** A type as the specification words it, or the name of another shape. */
export type Type = string;

/** Where a field is shown: everywhere, only in results of a list, or only in single retrieval. */
export type Shown = 'always' | 'list' | 'single';

export interface Field {
  readonly name: string;
  readonly type: Type;
  readonly shown: Shown;
}

export type Shape = readonly Field[];

/**
 * Reads a table: `name name: type; (list) name: type`. Types are `string`, `integer`, `boolean`, `date-time`,
 * `object` and `any`, the name of a shape, `[type]` for an array and `json[Shape]` for a string that holds one.
 */
export function shape(table: string): Shape {
  return table
    .split(';')
    .map((row) => row.trim())
    .filter((row) => row !== '')
    .flatMap((row) => {
      const [, marked, names, type] = /^(?:\((list|single)\) )?([\w\s]+): (\S+)$/.exec(row) ?? [];
      if (!names || !type) throw new Error(`Not a row: ${row}`);
      const shown = (marked ?? 'always') as Shown;
      return names.split(/\s+/).map((name) => ({ name, type, shown }));
    });
}

/** The fields of a shape that a view shows. */
export const shownIn = (fields: Shape, view: 'list' | 'single' | 'plain'): Shape =>
  fields.filter(({ shown }) => shown === 'always' || shown === view);
