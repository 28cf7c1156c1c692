import { Alert, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { problemOf } from '../data/problem.ts';

/** An empty state: the reason, and the next step. */
export function Empty({
  action,
  children,
  title,
}: {
  action?: ReactNode;
  children?: ReactNode;
  title: string;
}) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center">
      <Title order={2} size="h4">
        {title}
      </Title>
      {children && <Text c="dimmed">{children}</Text>}
      {action}
    </Stack>
  );
}

interface FailureProps {
  readonly error: unknown;
  readonly onRetry?: (() => unknown) | undefined;
  /** Removes the request's parameters from the URL, if they came from it. */
  readonly onClear?: (() => void) | undefined;
}

/** A failed request: the service's message, and a button to retry. */
export function Failure({ error, onClear, onRetry }: FailureProps) {
  const { code, message, requestId } = problemOf(error);
  if (onClear && code === 'invalid_parameter') return <Unreadable onClear={onClear} />;
  const isRefused = code === 'not_permitted';
  return (
    <Alert
      color={isRefused ? 'gray' : 'red'}
      variant="outline"
      title={isRefused ? 'Your role doesn’t allow this' : 'Could not load this page'}
      role="alert"
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{message}</Text>
        {requestId && (
          <Text size="xs" c="dimmed">
            Request <span className="identifier">{requestId}</span>
          </Text>
        )}
        {isRefused ? (
          <Text size="sm">Ask an owner of the merchant account for another role.</Text>
        ) : (
          onRetry && (
            <Button size="xs" variant="default" onClick={() => void onRetry()}>
              Try again
            </Button>
          )
        )}
      </Stack>
    </Alert>
  );
}

/** A URL with a value that the service always refuses: no person can have chosen it. */
function Unreadable({ onClear }: { onClear: () => void }) {
  return (
    <Alert color="gray" variant="outline" title="This URL can’t be read" role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">A filter or the list position in it is damaged or too long.</Text>
        <Button size="xs" variant="default" onClick={onClear}>
          Clear the filters
        </Button>
      </Stack>
    </Alert>
  );
}

/** Placeholder lines of about the page's height, so that the layout does not jump when it loads. */
export function Loading({ lines = 8 }: { lines?: number }) {
  return (
    <Stack gap="sm" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={String(line)} height={28} />
      ))}
    </Stack>
  );
}

/** A page's heading and actions. */
export function PageHead({
  actions,
  children,
  title,
}: {
  actions?: ReactNode;
  children?: ReactNode;
  title: ReactNode;
}) {
  return (
    <Group justify="space-between" align="flex-start" mb="md" gap="sm">
      <div>
        <Title order={1} size="h2">
          {title}
        </Title>
        {children}
      </div>
      {actions && <Group gap="xs">{actions}</Group>}
    </Group>
  );
}
