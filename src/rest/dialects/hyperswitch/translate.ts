import { isDeepStrictEqual } from 'node:util';
import { decodeList, keepSentText } from '../../../core/model/encoded-list.ts';
import {
  type DescribedClass,
  type FieldDescription,
  fieldAt,
  fieldsByName,
  fieldsOf,
} from '../../../core/model/index.ts';
import {
  type InputSource,
  isLeftOut,
  isObject,
  isRefused,
  readMember,
} from '../../../core/model/read-input.ts';
import { memberPath, type Spelling, ValidationErrors } from '../../../core/model/validation-errors.ts';
import type { Alias, AliasTable, AliasTree, OtherForm } from './aliases.ts';

type Values = Record<string, unknown>;

/** Parameters in our spelling, and the caller's spelling of them for errors. */
export interface Translation {
  readonly value: object;
  readonly spelling: Spelling;
}

/** Where an alias was given: its path, the object that it is in, and that object's path. */
interface Place {
  readonly given: string;
  readonly holder: Values;
  readonly target: DescribedClass;
  readonly path: string;
}

/**
 * Translates a query or a body whose members have aliases. The result is not validated. It shares members without an alias
 * with the caller's object, which stays unchanged.
 *
 * @param path The parameters of the request's path.
 */
export function translate(
  { target, tree }: AliasTable,
  value: Readonly<Values>,
  from: InputSource,
  path: Readonly<Record<string, string>> = {},
): Translation {
  const translator = new Translator(from, path);
  const translated = translator.object(target, value, '', tree);
  return { value: translated, spelling: translator.spelling };
}

class Translator {
  readonly #errors = new ValidationErrors();
  /** How each step of the translation renamed paths, in the order of the steps. */
  readonly #steps: ((path: string) => string)[] = [];

  constructor(
    readonly from: InputSource,
    readonly path: Readonly<Record<string, string>>,
  ) {}

  get spelling(): Spelling {
    return { pathOf: this.#pathOf, problems: this.#errors.problems };
  }

  readonly #pathOf = (path: string): string => this.#steps.reduceRight((at, step) => step(at), path);

  object(target: DescribedClass, value: Readonly<Values>, path: string, { here, within }: AliasTree): Values {
    const fields = fieldsByName(target);
    const aliases: [alias: Alias, name: string, member: unknown][] = [];
    const own: [name: string, member: unknown][] = [];
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      const [alias, field] = [here.get(name), fields.get(name)];
      const isAlias = alias && (!field || ('byType' in alias && isTyped(member)));
      if (isAlias) {
        const isEmpty = this.from === 'query' && isLeftOut(undefined, member);
        if (!isEmpty) aliases.push([alias, name, member]);
      } else
        own.push([name, field ? this.#member(field, member, alias, memberPath(path, name), within) : member]);
    }
    // Unlike assignments, `fromEntries` keeps a member `__proto__` for validation to refuse.
    const holder: Values = Object.fromEntries(own);
    for (const [alias, name, member] of aliases)
      this.#alias(alias, member, { given: memberPath(path, name), holder, target, path });
    return holder;
  }

  /** A field's value in its own form, with the aliases in its objects translated. */
  #member(
    field: FieldDescription,
    value: unknown,
    alias: Alias | undefined,
    path: string,
    within: AliasTree['within'],
  ): unknown {
    const own = alias ? this.#ownForm(field, value, alias as OtherForm, path) : value;
    const inside = within.get(field.name);
    if (!inside) return own;
    if (field.kind === 'json_encoded_list') return this.#list(field, own, path, inside);
    return isObject(own) ? this.object(field.of!(), own, path, inside) : own;
  }

  /** The entries of a list without their aliases. REST shows the list's original text. */
  #list(field: FieldDescription, value: unknown, path: string, inside: AliasTree): unknown {
    const entries = typeof value === 'string' ? decodeList(value) : value;
    if (!Array.isArray(entries) || entries.length > (field.max ?? Number.POSITIVE_INFINITY)) return value;
    const own = entries.map((entry, i) =>
      isObject(entry) ? this.object(field.of!(), entry, `${path}[${i}]`, inside) : entry,
    );
    if (isObject(own[0])) keepSentText(own[0], typeof value === 'string' ? value : JSON.stringify(entries));
    return own;
  }

  #alias(alias: Alias, member: unknown, at: Place): void {
    const { given, holder, path } = at;
    if ('path' in alias) {
      if (member !== this.path[alias.path]) this.#invalid(given, 'must match the path, or be left out');
    } else if ('reads' in alias) {
      this.#put(alias.of, member === null ? null : alias.reads(member), at);
    } else if ('of' in alias) {
      if (alias.beside && (holder[alias.beside] ?? null) === null) return;
      if (alias.nulls && member === null) return;
      const isNull = typeof member === 'string' && alias.nulls?.includes(member);
      this.#put(alias.of, isNull ? null : member, at);
    } else if ('byType' in alias) this.#byType(alias.byType, member, at);
    else if ('equals' in alias) {
      if (member === holder[alias.equals]) return;
      this.#invalid(given, `must equal ${memberPath(path, alias.equals)}, or be left out`);
    } else if ('says' in alias) this.#saying(alias.says, member, at);
  }

  #saying(says: Extract<Alias, { says: unknown }>['says'], member: unknown, { given, holder, path }: Place) {
    const said = says.find(({ value }) => value === member);
    const other = Object.entries(said?.beside ?? {}).find(
      ([name, value]) => holder[name] !== undefined && holder[name] !== value,
    );
    const values = says.map(({ value }) => `${value}`).join(', ');
    if (!said) this.#invalid(given, `must be ${says.length > 1 ? `one of ${values}` : values}`);
    else if (other) {
      const [name, value] = other;
      this.#invalid(memberPath(path, name), `must be ${value} where ${given} is ${said.value}`);
    }
  }

  #byType(byType: Readonly<Record<string, string>>, member: unknown, at: Place): void {
    const { data, type, ...others } = isObject(member) ? member : {};
    const field = Object.entries(byType).find(([name]) => name === type)?.[1];
    if (!isObject(member) || data === undefined)
      this.#invalid(at.given, 'must be an object with type and data');
    else if (!field) this.#invalid(`${at.given}.type`, `must be one of ${Object.keys(byType).join(', ')}`);
    else {
      for (const name of Object.keys(others)) this.#errors.unknown(at.given, name, ['type', 'data']);
      this.#put(field, data, { ...at, given: `${at.given}.data` });
    }
  }

  /** Puts a member where the field that it stands for is. The field may be given as well, if it has the same value. */
  #put(of: string, member: unknown, { given, holder, path, target }: Place): void {
    const holders = of.split('.');
    const name = holders.pop()!;
    // Null clears the field, not the object that it is in.
    if (member === null && holders.length > 0 && !isObject(holder[holders[0]!])) return;
    let place = holder;
    for (const inner of holders) {
      const within = place[inner] ?? {};
      // Validation refuses other values.
      if (!isObject(within)) return;
      place[inner] = { ...within };
      place = place[inner] as Values;
    }
    const field = fieldAt(target, of);
    const isGiven = Object.hasOwn(place, name) && !(this.from === 'query' && isLeftOut(field, place[name]));
    if (isGiven) this.#compare(field, member, place[name], given, memberPath(path, of));
    else {
      place[name] = member;
      this.#renamed(memberPath(path, of), given);
    }
  }

  /** Refuses an alias beside its field, unless both have the same value once they are read. */
  #compare(field: FieldDescription, member: unknown, own: unknown, given: string, path: string): void {
    const read = readMember(field, member, this.#pathOf(given), this.from, this.#errors);
    const readOwn = readMember(field, own, path, this.from, new ValidationErrors());
    const isSame = isRefused(read) || isRefused(readOwn) || isDeepStrictEqual(read, readOwn);
    if (!isSame) this.#givenTwice(given, path);
  }

  #ownForm(field: FieldDescription, value: unknown, alias: OtherForm, path: string): unknown {
    if ('entries' in alias) return Array.isArray(value) ? this.#entries(value, alias.entries, path) : value;
    if ('named' in alias) return isAlternative(field.of!(), value) ? { [value]: {} } : value;
    if (!isObject(value)) return value;
    if ('typedMembers' in alias) return this.#untyped(value, path);
    if ('lifts' in alias) return this.#lifted(value, alias, path);
    return 'untagged' in alias ? this.#tagged(field.of!(), value, alias.untagged, path) : value;
  }

  #entries(
    value: readonly unknown[],
    ownEntries: Extract<OtherForm, { entries: unknown }>['entries'],
    path: string,
  ) {
    const origins: number[] = [];
    const own = value.flatMap((entry, i) => {
      const entries = (isObject(entry) ? ownEntries(entry) : null) ?? [entry];
      origins.push(...entries.map(() => i));
      return entries;
    });
    this.#steps.push((at) => {
      const index = at.startsWith(`${path}[`)
        ? Number(at.slice(path.length + 1, at.indexOf(']', path.length)))
        : -1;
      const origin = origins[index];
      return origin === undefined ? at : `${path}[${origin}${at.slice(at.indexOf(']', path.length))}`;
    });
    return own;
  }

  #untyped(value: Values, path: string): Values {
    const own = Object.entries(value).map(([name, member]) => {
      const isTypedValue = isObject(member) && Object.keys(member).sort().join() === 'type,value';
      if (!isTypedValue) return [name, member];
      this.#renamed(memberPath(path, name), memberPath(path, `${name}.value`));
      return [name, member.value];
    });
    return Object.fromEntries(own);
  }

  #lifted(value: Values, { as, into, lifts }: Extract<OtherForm, { lifts: unknown }>, path: string): Values {
    const place = lifts.find((at) => isObject(memberAt(value, at.split('.'))));
    if (!place) return value;
    const [from, to] = [memberPath(path, place), memberPath(path, into)];
    if (isObject(value[into])) this.#givenTwice(from, to);
    else this.#renamed(to, from);
    const names = place.split('.');
    return { ...without(value, names), [into]: as(memberAt(value, names) as Values) };
  }

  /** An object within the member that it is the value of, unless it names a member itself. */
  #tagged(target: DescribedClass, value: Values, untagged: true | string, path: string): Values {
    const names = Object.keys(value);
    if (names.length === 0 || names.some((name) => fieldsByName(target).has(name))) return value;
    const tags = untagged === true ? alternativesWith(target, names) : [untagged];
    if (tags.length !== 1) return value;
    this.#renamed(memberPath(path, tags[0]!), path);
    return { [tags[0]!]: value };
  }

  #invalid(path: string, fault: string): void {
    this.#errors.invalid(this.#pathOf(path), fault);
  }

  #givenTwice(given: string, path: string): void {
    const param = this.#pathOf(given);
    const message = `${param} is an alias of ${path}. Send only one of them, or both with the same value.`;
    this.#errors.add({ param, code: 'parameters_exclusive', message });
  }

  /** Makes errors of a field, and of its members, use the caller's name of the field. */
  #renamed(path: string, given: string): void {
    this.#steps.push((at) => {
      const rest = at.startsWith(path) ? at.slice(path.length) : null;
      return rest === '' || rest?.startsWith('.') || rest?.startsWith('[') ? given + rest : at;
    });
  }
}

/** Whether a value is tagged by a member, as `{type, data}`, rather than by key. */
const isTyped = (value: unknown): boolean => isObject(value) && ('type' in value || 'data' in value);

const memberAt = (value: unknown, names: readonly string[]): unknown =>
  names.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), value);

/** A copy of an object without the member at a path, which must exist. */
function without(value: Readonly<Values>, [name, ...rest]: readonly string[]): Values {
  const { [name!]: member, ...others } = value;
  return rest.length === 0 ? others : { ...others, [name!]: without(member as Values, rest) };
}

/** Whether a value is the name of an alternative. Required members of its object are then reported as missing. */
const isAlternative = (union: DescribedClass, value: unknown): value is string =>
  typeof value === 'string' && fieldsByName(union).get(value)?.alternative === true;

/** The alternatives of a union whose objects have all of the given names. */
const alternativesWith = (union: DescribedClass, names: readonly string[]): string[] =>
  fieldsOf(union).flatMap(({ alternative, name, of }) =>
    alternative && names.every((given) => fieldsByName(of!()).has(given)) ? [name] : [],
  );
