import { type DescribedClass, fieldAt, fieldsByName } from '../../../core/model/index.ts';

/** A parameter in the spelling of another product's clients. Paths begin at the object that it is in. */
export type Alias =
  /**
   * Another name of a field, or of a field within nested objects: `mandate_data.customer_acceptance`. `nulls` are texts
   * that mean null; null itself then counts as left out. The alias is ignored unless the field `beside` has a value.
   */
  | { readonly of: string; readonly nulls?: readonly string[]; readonly beside?: string }
  /** A field in another form: how its value reads as the field's, its schema, and its description. */
  | {
      readonly of: string;
      readonly reads: (member: unknown) => unknown;
      readonly schema: object;
      readonly words: string;
    }
  /**
   * An object `{type, data}` whose `data` is the value of the field that `type` selects. If a union tagged by key has the
   * same name, both forms are accepted.
   */
  | { readonly byType: Readonly<Record<string, string>> }
  /** The only accepted values, which have no effect. Each requires certain values of other fields `beside` it, if they are given. */
  | { readonly says: readonly Saying[] }
  /** A value that must equal the value of a field. */
  | { readonly equals: string }
  /** Any value, which changes nothing. The reason is an ordinary sentence. */
  | { readonly unused: string }
  /** The value of a parameter of the path. */
  | { readonly path: string }
  | OtherForm;

/** Another form of a field's value, under the field's own name. */
export type OtherForm =
  /** The object may be given as the value of one of its members; with `true`, of the one alternative with all its members. */
  | { readonly untagged: true | string }
  /** The entries that an entry in another form stands for; null for an entry in the list's own form. */
  | {
      readonly entries: (entry: Readonly<Record<string, unknown>>) => readonly object[] | null;
      readonly words: string;
    }
  /** An object whose member `into` may be given deeper in it, at one of these paths, and reads `as` that member. */
  | {
      readonly lifts: readonly string[];
      readonly into: string;
      readonly as: (member: Readonly<Record<string, unknown>>) => object;
      readonly words: string;
    }
  /** An object whose members may each be given as `{type, value}`. */
  | { readonly typedMembers: true }
  /** A union tagged by key whose alternatives without required members may be given by name. */
  | { readonly named: true };

/** A value that changes nothing, and the values that other fields must have beside it. */
export interface Saying {
  readonly value: string | boolean;
  readonly beside?: Readonly<Record<string, unknown>>;
}

const forms = ['untagged', 'entries', 'lifts', 'typedMembers', 'named'];

/** Whether an alias is another form of a field's value, under the field's own name. */
export const isOtherForm = (alias: Alias): alias is OtherForm => forms.some((form) => form in alias);

/** The aliases of an object by name, also within its nested objects. */
export interface AliasTree {
  readonly here: ReadonlyMap<string, Alias>;
  readonly within: ReadonlyMap<string, AliasTree>;
}

/** The members that make a translation necessary: null for any value, or else the members within it. */
export type Triggers = ReadonlyMap<string, Triggers | null>;

/** The aliases of an input or a query, compiled once. */
export interface AliasTable {
  readonly target: DescribedClass;
  readonly byPath: ReadonlyMap<string, Alias>;
  readonly tree: AliasTree;
  readonly triggers: Triggers;
}

/**
 * Compiles the aliases of an input by their paths, such as `billing.address.origin_zip`. An alias with the name of a field,
 * or of an unknown field, is a programming error.
 */
export function compileAliases(target: DescribedClass, named: Readonly<Record<string, Alias>>): AliasTable {
  const entries = Object.entries(named);
  for (const [path, alias] of entries) checkAlias(holderOf(target, path), lastName(path), alias);
  return {
    target,
    byPath: new Map(entries),
    tree: treeOf(entries.map(([path, alias]) => [path.split('.'), alias])),
    triggers: triggersOf(target, entries),
  };
}

/** Compiles the aliases of a query, which is flat: a dot is part of a name, as in `created.gte`. */
export function compileQueryAliases(target: DescribedClass, named: ReadonlyMap<string, Alias>): AliasTable {
  for (const [name, alias] of named) checkAlias(target, name, alias);
  const triggers: Triggers = new Map([...named.keys()].map((name) => [name, null]));
  return { target, byPath: named, tree: { here: named, within: new Map() }, triggers };
}

function checkAlias(holder: DescribedClass, name: string, alias: Alias): void {
  const isField = fieldsByName(holder).has(name);
  const isForm = isOtherForm(alias);
  if (isField ? !(isForm || 'byType' in alias) : isForm)
    throw new Error(`${holder.name}.${name} is a field and an alias.`);
  for (const behind of fieldsBehind(alias)) fieldAt(holder, behind);
}

/** The paths of the fields that an alias stands for, or is compared with. */
function fieldsBehind(alias: Alias): readonly string[] {
  if (isOtherForm(alias)) return [];
  if ('of' in alias) return [alias.of];
  if ('byType' in alias) return Object.values(alias.byType);
  if ('equals' in alias) return [alias.equals];
  return 'says' in alias ? alias.says.flatMap(({ beside }) => Object.keys(beside ?? {})) : [];
}

function treeOf(entries: readonly (readonly [names: readonly string[], alias: Alias])[]): AliasTree {
  const here = entries.flatMap(([names, alias]) => (names.length === 1 ? [[names[0]!, alias] as const] : []));
  const deeper = Map.groupBy(
    entries.filter(([names]) => names.length > 1),
    ([names]) => names[0]!,
  );
  const within = [...deeper].map(
    ([holder, inside]) => [holder, treeOf(inside.map(([names, alias]) => [names.slice(1), alias]))] as const,
  );
  return { here: new Map(here), within: new Map(within) };
}

type Building = Map<string, Building | null>;

function triggersOf(target: DescribedClass, entries: readonly [path: string, alias: Alias][]): Triggers {
  const triggers: Building = new Map();
  for (const [path, alias] of entries) {
    const places = 'lifts' in alias ? alias.lifts.map((place) => `${path}.${place}`) : [path];
    for (const place of places) addTrigger(triggers, target, place.split('.'));
  }
  return triggers;
}

function addTrigger(at: Building, target: DescribedClass, [name, ...rest]: readonly string[]): void {
  const field = fieldsByName(target).get(name!);
  // A list may be text: it is looked into by the translation.
  if (rest.length === 0 || field?.kind !== 'object') {
    at.set(name!, null);
    return;
  }
  const inner = at.get(name!);
  if (inner === null) return;
  const within: Building = inner ?? new Map();
  at.set(name!, within);
  addTrigger(within, field.of!(), rest);
}

const lastName = (path: string) => path.slice(path.lastIndexOf('.') + 1);

/** The class that the member at a path is in. */
export function holderOf(target: DescribedClass, path: string): DescribedClass {
  return path.includes('.') ? fieldAt(target, path.slice(0, path.lastIndexOf('.'))).of!() : target;
}
