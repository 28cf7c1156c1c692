import { Anchor, Button, Code, Group, Stack, Text } from '@mantine/core';
import { CopyText } from '../../show/identifier.tsx';
import { ScanCode } from '../../show/scan-code.tsx';

/** The key of an authenticator app: to scan, to open on the same device, or to type. */
export function AuthenticatorKey({ uri }: { uri: string }) {
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  return (
    <Stack gap={4} align="flex-start">
      <ScanCode content={uri} label="Code to scan with an authenticator app" />
      <Anchor href={uri} size="sm" underline="always">
        Open in an authenticator app on this device
      </Anchor>
      <Text size="sm">Or type this key into it:</Text>
      <span>
        <Code className="identifier">{secret}</Code> <CopyText label="Copy the key" text={secret} />
      </span>
    </Stack>
  );
}

/** Backup codes, each for one sign-in without the app, to copy or save as a file. */
export function BackupCodes({ codes }: { codes: readonly string[] }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <Stack gap={4}>
      <Text size="sm">
        Backup codes replace the app if you lose it. Each works once. Keep them with your passwords.
      </Text>
      <Code block>{codes.join('\n')}</Code>
      <Group gap="xs">
        <CopyText label="Copy the backup codes" text={text} />
        <Button
          component="a"
          variant="default"
          size="compact-xs"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="switchyard-backup-codes.txt"
        >
          Download
        </Button>
      </Group>
    </Stack>
  );
}
