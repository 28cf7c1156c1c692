import { Text } from '@mantine/core';
import { type Finding, findingsAt, findingsIn, findingText } from './draft.ts';

interface FindingsProps {
  readonly of: { readonly errors: readonly Finding[]; readonly warnings: readonly Finding[] };
  readonly path: string;
}

/**
 * The error of a field; undefined without one.
 *
 * @param reach Whether errors of parts below count, which have no field of their own.
 */
export function errorAt(
  errors: readonly Finding[],
  path: string,
  reach: 'only' | 'below' = 'only',
): string | undefined {
  const found = reach === 'below' ? findingsIn(errors, path) : findingsAt(errors, path);
  return found.length > 0 ? found.map(findingText).join(' ') : undefined;
}

/** The errors and warnings about exactly a part, below it. */
export function Findings({ of: { errors, warnings }, path }: FindingsProps) {
  const wrong = findingsAt(errors, path);
  const suspicious = findingsAt(warnings, path);
  if (wrong.length + suspicious.length === 0) return null;
  return (
    <div className="rule-findings">
      {wrong.map((finding) => (
        <Text key={finding.message} size="sm" c="red" role="alert">
          {findingText(finding)}
        </Text>
      ))}
      {suspicious.map((finding) => (
        <Text key={finding.message} size="sm" className="rule-warning">
          {findingText(finding)}
        </Text>
      ))}
    </div>
  );
}
