import { cleanEnv, type ValidatorSpec } from 'envalid';
import { incomplete, report } from './config-error.ts';

/** In place of a default: the setting is required. */
export const REQUIRED = Symbol('required');

type Validator<T> = (spec: object) => ValidatorSpec<T>;

/** A setting, declared once: its variable, form and default, and its line in docs/install.md. */
export interface Setting<T = unknown> {
  readonly variable: string;
  /** The default in the variable's own unit. */
  readonly fallback: (production: boolean) => unknown;
  /** Whether others make it unnecessary where it is required. */
  readonly unless: (environment: NodeJS.ProcessEnv) => boolean;
  readonly validator: Validator<unknown>;
  readonly convert: (value: never) => T;
  /** How to set it right, where its validator's own message would not do. */
  readonly hint: string | null;
  /** Its default and meaning in the table of settings; null if another table has it. */
  readonly line: { readonly shown: string; readonly about: string } | null;
}

/** Settings by their names in the code, in nested groups. */
export interface Group {
  readonly [name: string]: Setting | Group;
}

/** The values of a group of settings. */
export type Values<Declared> = {
  readonly [Name in keyof Declared]: Declared[Name] extends Setting<infer T> ? T : Values<Declared[Name]>;
};

/** Options of a setting, each with a default. */
interface Details<T> {
  /** Its value where the variable is not set; null unless given. */
  readonly or?: T;
  /** The same in production, where it differs. */
  readonly inProduction?: T | typeof REQUIRED;
  /** Whether others make it unnecessary where it is required. */
  readonly unless?: (environment: NodeJS.ProcessEnv) => boolean;
  readonly hint?: string;
  /** Meaning, for the table of settings. */
  readonly about?: string;
  /** The default as the table shows it, where it is not simply `or`. */
  readonly shown?: string;
  /** Converts the variable's value to the setting's, such as seconds to milliseconds; not a default of null. */
  readonly convert?: (value: T) => T;
}

/** Declares a setting. */
export function setting<T>(
  variable: string,
  validator: Validator<T>,
  details: Details<NoInfer<T>> & { readonly or: NoInfer<T> },
): Setting<T>;
export function setting<T>(
  variable: string,
  validator: Validator<T>,
  details?: Details<NoInfer<T>>,
): Setting<T | null>;
export function setting<T>(
  variable: string,
  validator: Validator<T>,
  details: Details<T> = {},
): Setting<T | null> {
  const { about, convert, hint = null, or = null, unless = () => false } = details;
  const { inProduction = or, shown = or === null ? 'none' : `\`${String(or)}\`` } = details;
  return {
    variable,
    fallback: (production) => (production ? inProduction : or),
    unless,
    validator,
    convert: (value: T | null) => (value === null || !convert ? value : convert(value)),
    hint,
    line: about === undefined ? null : { shown, about },
  };
}

const isSetting = (one: Setting | Group): one is Setting => typeof one.variable === 'string';

/** All settings of a group and of the groups in it. */
export const settingsIn = (group: Group): Setting[] =>
  Object.values(group).flatMap((one) => (isSetting(one) ? [one] : settingsIn(one)));

/**
 * Reads declared settings from environment variables, frozen.
 *
 * @param needs The required variables that the program uses; all of them unless given.
 * @throws {ConfigError} naming all that are missing, invalid or misspelt.
 */
export function readEnvironment<Declared extends Group>(
  declared: Declared,
  environment: NodeJS.ProcessEnv,
  production: boolean,
  needs?: readonly string[],
): Values<Declared> {
  const all = settingsIn(declared);
  const specOf = ({ fallback, unless, validator, variable }: Setting) => {
    const value = fallback(production);
    if (value !== REQUIRED) return validator({ default: value ?? undefined });
    const isNeeded = needs?.includes(variable) !== false && !unless(environment);
    return validator(isNeeded ? {} : { default: undefined });
  };
  const values: Readonly<Record<string, unknown>> = cleanEnv(
    // An empty variable counts as unset: `PORT= npm start` uses the default.
    Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')),
    Object.fromEntries(all.map((one) => [one.variable, specOf(one)])),
    {
      reporter: ({ errors }) =>
        report(
          errors,
          new Map(all.map(({ hint, variable }) => [variable, hint])),
          misspeltIn(all, environment),
        ),
    },
  );
  const valuesOf = (group: Group): object =>
    Object.freeze(
      Object.fromEntries(
        Object.entries(group).map(([name, one]) => [
          name,
          isSetting(one) ? one.convert((values[one.variable] ?? null) as never) : valuesOf(one),
        ]),
      ),
    );
  return valuesOf(declared) as Values<Declared>;
}

/** Other programs use shorter names, too. */
const RESEMBLING_MIN = 7;

/** Variables whose names are one slip away from a setting that is not set. */
function misspeltIn(all: readonly Setting[], environment: NodeJS.ProcessEnv): string[] {
  const known = new Set(all.map(({ variable }) => variable));
  const unset = [...known].filter((name) => name.length >= RESEMBLING_MIN && !environment[name]);
  return Object.keys(environment)
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      const meant = unset.find((one) => isOneSlipFrom(one, name));
      return meant === undefined ? [] : [`${name} is not a setting; ${meant} is`];
    });
}

/** Whether a character was left out, added, replaced, or changed places with its neighbour. */
function isOneSlipFrom(right: string, wrong: string): boolean {
  let same = 0;
  while (same < right.length && right[same] === wrong[same]) same += 1;
  const [from, to] = [right.slice(same), wrong.slice(same)];
  return (
    from.slice(1) === to ||
    from === to.slice(1) ||
    from.slice(1) === to.slice(1) ||
    (from.slice(2) === to.slice(2) && from[0] === to[1] && from[1] === to[0])
  );
}

/** The values of a group if none of its settings is null. */
type Complete<Values> = { readonly [Name in keyof Values]: NonNullable<Values[Name]> };

/**
 * Settings that are only useful together.
 *
 * @returns Null if none is set.
 * @throws {ConfigError} if only some are.
 */
export function together<Declared extends { readonly [name: string]: Setting }>(
  declared: Declared,
  values: Values<Declared>,
): Complete<Values<Declared>> | null {
  const names = Object.entries(declared).map(([name, { variable }]) => [name, variable] as const);
  const missing = names.filter(([name]) => values[name] === null);
  if (missing.length === names.length) return null;
  if (missing.length === 0) return values as Complete<Values<Declared>>;
  const list = (some: typeof names) => some.map(([, variable]) => variable).join(' and ');
  throw incomplete(`${list(names)} go together: ${list(missing)} is not set`);
}
