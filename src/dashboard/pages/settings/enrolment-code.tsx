import { Anchor, Button, Code, Group, Stack, Text } from '@mantine/core';
import { encode } from 'uqr';
import { CopyText } from '../../show/identifier.tsx';

/** The code that an authenticator app scans. It is drawn here: nothing of it leaves the page. */
function ScanCode({ content }: { content: string }) {
  const { data, size } = encode(content, { ecc: 'M', border: 4 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg
      className="scan-code"
      role="img"
      aria-label="Code to scan with an authenticator app"
      viewBox={`0 0 ${size} ${size}`}
    >
      <path d={squares.join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}

/** The key of an authenticator app: to scan, to open on the same device, or to type. */
export function AuthenticatorKey({ uri }: { uri: string }) {
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  return (
    <Stack gap={4} align="flex-start">
      <ScanCode content={uri} />
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

/** Codes that each sign in once without the app: to copy, or to save as a file. */
export function BackupCodes({ codes }: { codes: readonly string[] }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <Stack gap={4}>
      <Text size="sm">
        Backup codes, each good once if the app is lost. Keep them where you keep passwords.
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
