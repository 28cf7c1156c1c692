import { Alert, Paper, Stack, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { type FormEvent, type ReactNode, useState } from 'react';

/** The frame of pages for people who have not signed in. */
export function Card({ children, title }: { children: ReactNode; title: string }) {
  useDocumentTitle(`${title} · Switchyard`);
  return (
    <main className="sign-in">
      <Paper withBorder p="xl" radius="md" w="100%" maw={400}>
        <Stack>
          <img src="/favicon.svg" alt="Switchyard" width="40" height="40" />
          <Title order={1} size="h3">
            {title}
          </Title>
          {children}
        </Stack>
      </Paper>
    </main>
  );
}

/** The reason of a refusal, if any. */
export function Problem({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <Alert color="red" variant="outline" role="alert">
      {text}
    </Alert>
  );
}

/** Runs a form's requests, one at a time. `ask` returns the reason of a refusal, or null. */
export function useSubmit(ask: () => Promise<string | null>) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const run = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      setProblem(await ask());
    } catch {
      setProblem('Can’t reach the service. Check your connection.');
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run();
  };
  return { isBusy, problem, run, submit };
}
