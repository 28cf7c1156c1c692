import { ActionIcon, CopyButton, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { CheckIcon, CopyIcon } from './icons.tsx';

/** A button that copies a text. */
export function CopyText({ label, text }: { label: string; text: string }) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          onClick={copy}
          aria-label={copied ? 'Copied' : label}
          title={label}
        >
          {copied ? <CheckIcon /> : <CopyIcon />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}

/** An identifier in full, with a button that copies it. */
export function Identifier({ children, value }: { children?: ReactNode; value: string | null | undefined }) {
  if (!value) return <>–</>;
  return (
    <Group gap={4} wrap="nowrap" component="span" display="inline-flex">
      <span className="identifier">{children ?? value}</span>
      <CopyText label={`Copy ${value}`} text={value} />
    </Group>
  );
}
