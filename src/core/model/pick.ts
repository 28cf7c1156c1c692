import { type DescribedClass, describeField, fieldOf } from './description.ts';

/** What a caller sends for a field of a resource: moments as text, what is sealed in the clear. */
type Sent<V> = V extends Date ? string : V extends Buffer ? unknown : V;
type SentFields<T, K extends keyof T> = { [Name in K]?: Sent<T[Name]> };
type RequiredFields<T, K extends keyof T> = { [Name in K]-?: Sent<Exclude<T[Name], null | undefined>> };

/** A class of an input's fields, to extend. */
type InputBase<Fields> = (abstract new () => Fields) & DescribedClass;

/**
 * A base class for an input that takes some of a resource's fields as the resource describes them: what a
 * field is, its limits and its description are not written again.
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
    const given = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
    describeField(Fields.prototype, { ...given, name, kind, about, required });
  };
  for (const name of fields.requires ?? []) copy(name, true);
  for (const name of fields.takes ?? []) copy(name, false);
  return Fields as never;
}
