import { invalidParameter, Problem } from '../../foundation/errors.ts';

/** Which column of a file has each target column. */
export type FileMapping = Readonly<Record<string, string>>;

/** Target columns; the value says whether a file must have the column. */
export type TargetColumns = Readonly<Record<string, boolean>>;

/** Maximum length of a column's name, in characters. */
const NAME_MAX = 255;

/**
 * A mapping from the JSON of a form.
 *
 * @throws {Problem} `malformed_json`; `invalid_parameter` unless it is an object of texts; `unknown_parameter` for another
 *   target column.
 */
export function readMapping(json: string, targets: TargetColumns): FileMapping {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new Problem('malformed_json', 'mapping is not valid JSON.', { param: 'mapping' });
  }
  const shape =
    'mapping must be a JSON object of target column to column in the file, such as {"gross": "Amount"}.';
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw invalidParameter('mapping', shape);
  for (const [target, column] of Object.entries(value)) {
    if (!Object.hasOwn(targets, target)) {
      const message = `mapping has a target column that does not exist. There are ${Object.keys(targets).join(', ')}.`;
      throw new Problem('unknown_parameter', message, { param: 'mapping' });
    }
    if (typeof column !== 'string' || column === '' || column.length > NAME_MAX)
      throw invalidParameter('mapping', shape);
  }
  return value as FileMapping;
}

/**
 * The place of each target column in a file. Without a mapping, columns have the names of the targets.
 *
 * @param header The names of the file's columns.
 * @throws {Problem} `missing_parameter` if the mapping lacks a required column; `invalid_parameter` for a column that the
 *   file does not have, or has twice.
 */
export function placesIn(
  header: readonly string[],
  mapping: FileMapping | null,
  targets: TargetColumns,
): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const names = header.map((name) => name.toLowerCase());
  for (const [target, isRequired] of Object.entries(targets)) {
    const column = mapping ? mapping[target] : target;
    const place = column === undefined ? -1 : names.indexOf(column.trim().toLowerCase());
    const isNamed = mapping !== null && column !== undefined;
    if (place < 0 && isRequired && !isNamed) throw missing(target, mapping !== null, header);
    if (place < 0 && isNamed) throw unknownColumn(target, header);
    if (place < 0) continue;
    if (names.indexOf(names[place]!, place + 1) >= 0)
      throw invalidParameter('file', `file has two columns with the name that mapping gives for ${target}.`);
    places.set(target, place);
  }
  return places;
}

const missing = (target: string, isMapped: boolean, header: readonly string[]) =>
  isMapped
    ? new Problem('missing_parameter', `mapping must name the column of the file for ${target}.`, {
        param: 'mapping',
      })
    : new Problem(
        'missing_parameter',
        `file has no column ${target}: name the column that has it in mapping. The file has ${listed(header)}.`,
        { param: 'mapping' },
      );

const unknownColumn = (target: string, header: readonly string[]) =>
  invalidParameter(
    'mapping',
    `mapping names a column for ${target} that the file does not have: ${listed(header)}.`,
  );

/** Most characters of a header in a message. */
const LISTED_MAX = 400;
/** The columns of a file, without names that may be a card number: a file may lack its header. */
const listed = (header: readonly string[]) => {
  const names = header.filter((name) => name !== '' && !/\d{6}/.test(name)).join(', ');
  return names.length > LISTED_MAX ? `${names.slice(0, LISTED_MAX)}…` : names || 'no named columns';
};
