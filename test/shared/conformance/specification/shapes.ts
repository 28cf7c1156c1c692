/**
 * The shapes of the specification, transcribed from its text and independent of the code, so that responses can be
 * checked against them.
 */

/** A type in the specification's notation, or the name of another shape. */
export type Type = string;

/** Where a field appears: everywhere, only in lists, or only in single retrieval. */
export type Visibility = 'always' | 'list' | 'single';

export interface Field {
  readonly name: string;
  readonly type: Type;
  readonly visibility: Visibility;
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
      const visibility = (marked ?? 'always') as Visibility;
      return names.split(/\s+/).map((name) => ({ name, type, visibility }));
    });
}

/** The fields of a shape in a view. */
export const fieldsIn = (fields: Shape, view: 'list' | 'single' | 'plain'): Shape =>
  fields.filter(({ visibility }) => visibility === 'always' || visibility === view);
