import { Anchor, Button, Code, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Section } from './facts.tsx';
import { CopyText } from './identifier.tsx';
import { ScanCode } from './scan-code.tsx';

interface SharedLinkProps {
  readonly title: string;
  readonly url: string;
  /** The recipient, if known. */
  readonly email?: string | null | undefined;
  /** The subject and first line of an email with the link. */
  readonly subject: string;
  /** The button that sends it through the service, for members with the permission. */
  readonly send?: ReactNode;
}

/** A customer page's URL, to copy, mail from the person's mail program, and scan. */
export function SharedLink({ email, send, subject, title, url }: SharedLinkProps) {
  const mail = `mailto:${encodeURIComponent(email ?? '')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(`${subject}:\n${url}\n`)}`;
  return (
    <Section title={title}>
      <Group align="flex-start" gap="lg">
        <ScanCode content={url} label={`QR code of the ${title.toLowerCase()}`} />
        <Stack gap="xs" align="flex-start" flex={1} miw={200}>
          <Group wrap="nowrap" gap="xs" maw="100%">
            <Code className="identifier">{url}</Code>
            <CopyText label={`Copy the ${title.toLowerCase()}`} text={url} />
          </Group>
          <Anchor href={url} target="_blank" rel="noreferrer" size="sm" underline="always">
            Open
          </Anchor>
          <Group gap="xs">
            {send}
            <Button component="a" variant="default" size="compact-sm" href={mail}>
              Write an email
            </Button>
          </Group>
        </Stack>
      </Group>
    </Section>
  );
}
