import { type DescribedClass, describeField, fieldOf } from './description.ts';

/** The input type of a resource's field: timestamps as text, encrypted fields in plain text. */
type Sent<V> = V extends Date ? string : V extends Buffer ? unknown : V;
type SentFields<T, K extends keyof T> = { [Name in K]?: Sent<T[Name]> };
type RequiredFields<T, K extends keyof T> = { [Name in K]-?: Sent<Exclude<T[Name], null | undefined>> };

/** A class of an input's fields, to extend. */
type InputBase<Fields> = (abstract new () => Fields) & DescribedClass;

/**
 * A base class for an input with some of a resource's fields: their kinds, limits and descriptions are not repeated.
 *
 * @example
 * ```ts
 * @Input({ about: 'Parameters for updating a refund.' })
export class RefundUpdate extends fieldsFrom(Refund, { takes: ['reason', 'metadata'] }) {}
 * ```
 */
export function fieldsFrom<
  T extends object,
  Required extends keyof T & string = never,
  Taken extends keyof T & string = never,
>(
  source: abstract new () => T,
  fields: { readonly requires?: readonly Required[]; readonly takes?: readonly Taken[] },
): InputBase<RequiredFields<T, Required> & SentFields<T, Taken>> {
  abstract class Fields {}
  const copy = (name: string, required: boolean) => {
    const { kind, about, format, max, min, maximum, enumeration, of } = fieldOf(source as never, name);
    const known = { kind, about, format, max, min, maximum, enumeration, of };
    const details = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
    describeField(Fields.prototype, { ...details, name, kind, about, required });
  };
  for (const name of fields.requires ?? []) copy(name, true);
  for (const name of fields.takes ?? []) copy(name, false);
  return Fields as never;
}
