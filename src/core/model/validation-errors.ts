import { type ParameterProblem, parametersProblem } from '../foundation/errors.ts';

/** Damerau–Levenshtein distance (optimal string alignment): swapping neighbouring letters is one edit. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) least = Math.min(least, before[j - 2]! + 1);
      row.push(least);
    }
    before = above;
    above = row;
  }
  return above[b.length]!;
}

const plain = (name: string) => name.toLowerCase().replace(/[_.[\]-]/g, '');

/** The known name closest to a misspelt one: within one edit per four letters, at most three. */
export function closestName(misspelt: string, names: Iterable<string>): string | undefined {
  const wanted = plain(misspelt);
  let allowed = Math.min(3, Math.floor(wanted.length / 4));
  let closest: string | undefined;
  for (const name of names) {
    const candidate = plain(name);
    if (Math.abs(candidate.length - wanted.length) > allowed) continue;
    const edits = distance(wanted, candidate);
    if (edits > allowed || (edits === allowed && closest !== undefined)) continue;
    closest = name;
    allowed = edits;
  }
  return closest;
}

/** Maximum number of problems in a response: more would not help, and finding them costs time. */
export const PROBLEMS_MAX = 20;

const NAME_MAX = 40;

/** The path of a member: `billing.address`, or just its name at the top level. */
export const memberPath = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);

/**
 * Six digits, with or without separators, already identify a card's issuer; a name may contain a card number by
 * mistake.
 */
const DIGITS_MAX = 5;

/** Prefixes of keys, including other services' keys, and random-looking runs of 16 characters. */
const keyLike = /(^|[\W_])(sk|pk|rk|epk|whsec|tok)_|(?=\w*[a-z])(?=\w*[A-Z])(?=\w*\d)\w{16}/;

/** Names, including the query styles of other services: `created[gte]`, `$top`. */
const namePattern = /^[\w.$:[\]-]+$/;

/** Whether an error may repeat a name chosen by the caller, which must not look like a number, a key or a secret. */
export function isRepeatable(name: string): boolean {
  const digits = name.replace(/\D/g, '').length;
  return name.length <= NAME_MAX && namePattern.test(name) && digits <= DIGITS_MAX && !keyLike.test(name);
}

/** The caller's spelling of parameters translated before validation. */
export interface Spelling {
  /** The caller's path of a parameter. */
  readonly pathOf: (path: string) => string;
  /** Problems found by the translation. */
  readonly problems: readonly ParameterProblem[];
}

/** The validation errors of a request: the first problem of each parameter. */
export class ValidationErrors {
  readonly #byParam = new Map<string, ParameterProblem>();

  /** @param pathOf Returns the caller's path of a parameter. */
  constructor(private readonly pathOf: Spelling['pathOf'] = (path) => path) {}

  get full(): boolean {
    return this.#byParam.size >= PROBLEMS_MAX;
  }

  /** Number of parameters with a problem so far. */
  get found(): number {
    return this.#byParam.size;
  }

  get problems(): readonly ParameterProblem[] {
    return [...this.#byParam.values()];
  }

  /** Adds an invalid parameter; `fault` completes the sentence its name begins: `must be …`. */
  invalid(path: string, fault: string): void {
    const param = this.pathOf(path);
    this.add({ param, code: 'invalid_parameter', message: `${param} ${fault}.` });
  }

  missing(path: string): void {
    const param = this.pathOf(path);
    this.add({ param, code: 'missing_parameter', message: `${param} is required.` });
  }

  /** Adds an object that matches several alternatives, or none of the required alternatives. */
  alternatives(path: string, tags: readonly string[], given: readonly string[]): void {
    if (given.length > 1) {
      const names = given.map((tag) => this.pathOf(memberPath(path, tag)));
      const message = `Give either ${names.join(' or ')}, not both.`;
      this.add({ param: names.at(-1)!, code: 'parameters_exclusive', message });
      return;
    }
    const param = this.pathOf(path);
    const message = `${param} must have one of ${tags.join(', ')}.`;
    this.add({ param, code: 'missing_parameter', message });
  }

  /** Adds an unknown member of the object at `path`, suggesting the closest known name. */
  unknown(path: string, name: string, known: Iterable<string>): void {
    if (this.full) return;
    const holder = this.pathOf(path);
    if (!isRepeatable(name)) {
      const message =
        holder === '' ? 'There is an unknown parameter.' : `There is an unknown parameter in ${holder}.`;
      this.add({ param: holder, code: 'unknown_parameter', message });
      return;
    }
    const param = memberPath(holder, name);
    const meant = closestName(name, known);
    const end = meant === undefined ? '.' : `; did you mean ${memberPath(holder, meant)}?`;
    this.add({ param, code: 'unknown_parameter', message: `There is no parameter ${param}${end}` });
  }

  /** Adds a problem, unless its parameter already has one or the maximum is reached. */
  add(problem: ParameterProblem): void {
    if (!this.full && !this.#byParam.has(problem.param)) this.#byParam.set(problem.param, problem);
  }

  /** @throws {Problem} If there are any errors. */
  raise(): void {
    if (this.#byParam.size > 0) throw parametersProblem([...this.#byParam.values()]);
  }
}
