import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyText } from './identifier.tsx';
import { PageHead } from './states.tsx';

interface OneHeadProps {
  readonly identifier: string;
  readonly actions?: ReactNode;
  /** The main facts, such as amount and status. */
  readonly children: ReactNode;
}

/** The head of an object's page: its name, its identifier and its actions. */
export function OneHead({ actions, children, identifier }: OneHeadProps) {
  return (
    <PageHead
      title={
        <>
          <Group gap="md" aria-live="polite" component="span">
            {children}
          </Group>{' '}
          <span className="identifier below">{identifier}</span>
        </>
      }
      actions={
        <>
          <CopyText label="Copy the identifier" text={identifier} />
          {actions}
        </>
      }
    />
  );
}
