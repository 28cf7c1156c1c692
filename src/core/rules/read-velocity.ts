import { velocityCounts, velocitySubjects } from '../entities/values/fact-types.ts';
import { velocityCount } from '../entities/values/rule-facts.ts';
import { memberPath, type ValidationErrors } from '../model/validation-errors.ts';
import { readCompared, readRuleObject } from './read-rules.ts';
import { millisecondsWithin } from './velocity.ts';

/** Reads a velocity condition, or reports its errors. */
export function readVelocity(
  json: Readonly<Record<string, unknown>>,
  path: string,
  errors: ValidationErrors,
): void {
  readRuleObject(json, path, ['count', 'by', 'within', 'comparison', 'value'], errors);
  const oneOf = (name: 'count' | 'by', values: readonly string[]) => {
    if (!values.includes(json[name] as string))
      errors.invalid(memberPath(path, name), `must be one of ${values.join(', ')}`);
  };
  oneOf('count', velocityCounts);
  oneOf('by', velocitySubjects);
  if (millisecondsWithin(json.within) === null) {
    errors.invalid(
      memberPath(path, 'within'),
      'must be a number of minutes, hours or days from 1m to 30d, such as 30m, 12h or 7d',
    );
  }
  readCompared(json, velocityCount, 'a count', path, errors);
}
