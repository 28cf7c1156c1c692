import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** Names and values; entries without a value are omitted. */
export function Facts({ of: facts }: { of: readonly (readonly [name: string, value: ReactNode])[] }) {
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return (
    <dl className="facts">
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A section of a page, with a heading. */
export function Section({
  actions,
  children,
  title,
}: {
  actions?: ReactNode;
  children: ReactNode;
  title: string;
}) {
  return (
    <Paper withBorder p="md" component="section">
      <div className="section-head">
        <Title order={2} size="h4">
          {title}
        </Title>
        {actions}
      </div>
      {children}
    </Paper>
  );
}
