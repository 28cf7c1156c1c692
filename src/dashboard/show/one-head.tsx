import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyText } from './identifier.tsx';
import { PageHead } from './states.tsx';

interface OneHeadProps {
  readonly identifier: string;
  readonly actions?: ReactNode;
  /** The main facts, such as amount and status. */
  readonly children: ReactNode;
}

/** The head of an object's page: identifier, state and actions. */
export function OneHead({ actions, children, identifier }: OneHeadProps) {
  return (
    <PageHead
      title={<span className="identifier">{identifier}</span>}
      actions={
        <>
          <CopyText label="Copy the identifier" text={identifier} />
          {actions}
        </>
      }
    >
      <Text fw={600} component="div">
        <Group gap="md" aria-live="polite">
          {children}
        </Group>
      </Text>
    </PageHead>
  );
}
