import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { formatCount } from '../data/locale.ts';
import { reasonOf } from '../data/refusal.ts';
import { counted } from '../data/words.ts';
import { merchantHeader } from '../session/credentials.ts';
import { useSession } from '../session/session.tsx';
import { ExportIcon } from '../show/icons.tsx';
import type { ListVariables } from './definition.ts';
import { type ExportedColumn, exportColumns } from './export-columns.ts';
import { exportName } from './export-name.ts';
import { saveFile } from './save-file.ts';

interface ExportButtonProps {
  readonly path: string;
  readonly columns: readonly ExportedColumn[];
  readonly variables: ListVariables;
  readonly noun: string;
}

/** Saves all filtered rows as a CSV file and shows the progress. */
export function ExportButton({ columns: all, noun, path, variables }: ExportButtonProps) {
  const { merchantId } = useSession();
  const [params] = useSearchParams();
  const [rows, setRows] = useState<number | null>(null);
  const [total, setTotal] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = async () => {
    const abort = new AbortController();
    running.current = abort;
    setRows(0);
    try {
      const columns = exportColumns(all, params.get('columns'));
      const query = new URLSearchParams({
        filter: JSON.stringify(variables.filter),
        order: JSON.stringify(variables.orderBy),
        // Excel reads the file as UTF-8 only with a byte order mark.
        bom: 'true',
        ...(columns ? { columns } : {}),
      });
      const response = await fetch(`${path}?${query}`, {
        headers: { ...merchantHeader(merchantId), accept: 'text/csv, application/json' },
        signal: abort.signal,
      });
      if (!response.ok || !response.body) throw new Error(await reasonOf(response));
      setTotal(Number(response.headers.get('x-total-count')) || null);
      const [list] = path.split('/').at(-1)!.split('.') as [string];
      saveFile(await readCounting(response.body, setRows), exportName(list, params.get('created')));
    } catch (error) {
      if (!abort.signal.aborted) {
        notifications.show({
          color: 'red',
          title: 'The export failed',
          message: String((error as Error).message),
        });
      }
    } finally {
      setRows(null);
    }
  };

  if (rows === null) {
    return (
      <Button variant="default" size="xs" leftSection={<ExportIcon size={14} />} onClick={() => void run()}>
        Export
      </Button>
    );
  }
  return (
    <Button variant="default" size="xs" onClick={() => running.current?.abort()} aria-live="polite">
      {formatCount(rows)} of {total === null ? 'all' : counted(total, noun)}, stop
    </Button>
  );
}

const LINE_END = 10;

/** Reads a CSV file, and reports the number of rows so far. Line ends within quotes count too: it is progress only. */
async function readCounting(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  report: (rows: number) => void,
): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let lines = 0;
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    for (const byte of part.value) if (byte === LINE_END) lines++;
    report(Math.max(lines - 1, 0));
  }
  return new Blob(parts, { type: 'text/csv' });
}
