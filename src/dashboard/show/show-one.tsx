import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { problemOf } from '../data/problem.ts';
import { asWords, pluralOf } from '../data/words.ts';
import { Elsewhere } from './elsewhere.tsx';
import { Failure, Loading } from './states.tsx';

interface ShowOneProps<Found> {
  readonly result: { readonly error?: unknown; readonly loading: boolean; readonly refetch: () => unknown };
  readonly found: Found | null | undefined;
  /** The resource's name, as in "Refund not found". */
  readonly noun: string;
  readonly listPath: string;
  /** The object's REST path. */
  readonly restPath: string;
  readonly children: (found: Found) => ReactNode;
}

/** One object; while it loads or if it fails, the corresponding state. */
export function ShowOne<Found>(props: ShowOneProps<Found>) {
  const { children, found, listPath, noun, restPath, result } = props;
  if (found) return children(found);
  // A refused identifier has an invalid format, so no object has it.
  const isNone = result.error && problemOf(result.error).code === 'invalid_parameter';
  if (result.error && !isNone) return <Failure error={result.error} onRetry={result.refetch} />;
  if (result.loading) return <Loading />;
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center">
      <Title order={1} size="h4">{`${asWords(noun)} not found`}</Title>
      <Text c="dimmed">This merchant account has no {noun} with this identifier.</Text>
      <Elsewhere noun={noun} restPath={restPath} />
      <Link href={listPath}>{`All ${pluralOf(noun)}`}</Link>
    </Stack>
  );
}
