import type { FieldDescription } from './description.ts';
import type { ResourceDescription } from './resource.ts';

/** Whether a resource has entries in `search_entries`: every searched resource of a merchant has. */
export const hasEntries = ({ fields, owned }: Pick<ResourceDescription, 'fields' | 'owned'>): boolean =>
  owned && fields.some(({ search }) => search);

/**
 * The words of a row's searched fields, in SQL. The baseline's word functions split and fold both them and the search
 * query. In a table with personal data, the non-personal words have weight A, so that callers who see personal data
 * masked search only these.
 *
 * @param of The qualifier of the columns, with a full stop, if they have one.
 */
export function fieldWords(fields: readonly FieldDescription[], of = ''): string {
  const searched = fields.filter(({ search }) => search);
  const texts = searched.filter(({ callingCode }) => !callingCode);
  const wordsOf = (some: readonly FieldDescription[], weight: 'A' | 'D') => {
    if (some.length === 0) return [];
    const content = some.map((field) => `coalesce(${textOf(field, of)}, '')`).join(` || ' ' || `);
    return [`search_words(${content}, '${weight}')`];
  };
  return [
    ...wordsOf(
      texts.filter(({ personal }) => !personal),
      'A',
    ),
    ...wordsOf(
      texts.filter(({ personal }) => personal),
      'D',
    ),
    ...searched.flatMap(({ callingCode, name }) =>
      callingCode ? [`phone_words(${of}${name}, ${of}${callingCode})`] : [],
    ),
  ].join(' || ');
}

const textOf = ({ name, search }: FieldDescription, of: string): string =>
  typeof search === 'string' ? `${of}${name} ->> '${search}'` : `${of}${name}`;

/**
 * The words of an object's entry, in SQL: those of its fields; the end of its identifier; its phone numbers; and its table,
 * without and with the merchant, by which `find_searched` restricts a search. No other word has a slash.
 */
export function entryWords({ fields, id, table }: ResourceDescription, of: string): string {
  const phones = fields.flatMap(({ name, phonesWith }) => {
    if (!phonesWith) return [];
    const code = phonesWith.callingCode ? `${of}${phonesWith.callingCode}` : 'null';
    return [
      `contact_phones(${[`${of}${name}`, code, ...phonesWith.contacts.map((contact) => `${of}${contact}`)].join(', ')})`,
    ];
  });
  return [
    fieldWords(fields, of),
    `array_to_tsvector(array['${table}/', '${table}/' || ${of}merchant_id])`,
    `identifier_end(${of}${id})`,
    ...phones,
  ].join(' || ');
}

/** The columns that an object's entry is made from: its key, its place in lists, and its searched fields. */
export function entryColumns({ fields, id, order }: ResourceDescription): string[] {
  const searched = fields.flatMap(({ callingCode, name, phonesWith, search }) => [
    ...(search ? [name, ...(callingCode ? [callingCode] : [])] : []),
    ...(phonesWith
      ? [name, ...(phonesWith.callingCode ? [phonesWith.callingCode] : []), ...phonesWith.contacts]
      : []),
  ]);
  return [...new Set(['merchant_id', id, order, ...searched])];
}

/** Those of {@link entryColumns} with personal data. A transaction that erases some removes the object's entry itself. */
export function personalEntryColumns(resource: ResourceDescription): string[] {
  const personal = resource.fields.flatMap((field) => [
    ...(field.personal ? [field.name] : []),
    ...(field.phonesWith?.contacts ?? []),
  ]);
  return entryColumns(resource).filter((name) => personal.includes(name));
}
