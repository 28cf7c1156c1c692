import { type ParameterProblem, type ProblemCode, parametersProblem } from '../foundation/errors.ts';
import { closestName } from './closest-name.ts';

/** The most problems one answer names. More help nobody, and naming them all costs time. */
export const PROBLEMS_MAX = 20;

const NAME_MAX = 40;

/** The path of a member: `billing.address`, or its bare name at the top. */
export const memberPath = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);

/**
 * True for a name that an error may repeat. The caller chose it: twelve digits or more may be a card number
 * that slipped into a key, with or without separators.
 */
export function isRepeatable(name: string): boolean {
  return name.length <= NAME_MAX && /^[\w.-]+$/.test(name) && name.replace(/\D/g, '').length < 12;
}

/** What was found wrong with a request: the first problem of each parameter. */
export class ValidationErrors {
  readonly #byParam = new Map<string, ParameterProblem>();

  get full(): boolean {
    return this.#byParam.size >= PROBLEMS_MAX;
  }

  /** Notes that a parameter is not acceptable; `fault` completes its name: `must be …`. */
  invalid(param: string, fault: string): void {
    this.#add(param, 'invalid_parameter', `${param} ${fault}.`);
  }

  missing(param: string): void {
    this.#add(param, 'missing_parameter', `${param} is required.`);
  }

  /** Notes a member that the object at `path` does not have, with the one that was probably meant. */
  unknown(path: string, name: string, known: Iterable<string>): void {
    if (this.full) return;
    if (!isRepeatable(name)) {
      const message =
        path === '' ? 'There is an unknown parameter.' : `There is an unknown parameter in ${path}.`;
      this.#add(path, 'unknown_parameter', message);
      return;
    }
    const param = memberPath(path, name);
    const meant = closestName(name, known);
    const end = meant === undefined ? '.' : `; did you mean ${memberPath(path, meant)}?`;
    this.#add(param, 'unknown_parameter', `There is no parameter ${param}${end}`);
  }

  /** Throws the problem of all that was found, if anything was. */
  raise(): void {
    if (this.#byParam.size > 0) throw parametersProblem([...this.#byParam.values()]);
  }

  #add(param: string, code: ProblemCode, message: string): void {
    if (!this.full && !this.#byParam.has(param)) this.#byParam.set(param, { param, code, message });
  }
}
