import { useQuery } from '@apollo/client/react';
import { Stack } from '@mantine/core';
import { useEffect } from 'react';
import { urlPath } from '../../../core/foundation/url-path.ts';
import { AccountName } from '../../act/account-name.tsx';
import { WhileReconciling } from '../../act/while-reconciling.tsx';
import { formatCount } from '../../data/locale.ts';
import { Facts, Section } from '../../show/facts.tsx';
import { OneHead } from '../../show/one-head.tsx';
import { Raw } from '../../show/raw.tsx';
import { ShowOne } from '../../show/show-one.tsx';
import { Status } from '../../show/status.tsx';
import { Time } from '../../show/time.tsx';
import { FinanceImportPageDocument } from './finance-import-page.documents.ts';
import { ImportActions } from './import-actions.tsx';
import { FirstLines, ImportSums, RefusedLines } from './import-lines.tsx';
import type { ShownImport } from './shown-import.ts';

/** How often a running import is read again. */
const POLL_MS = 1_500;

/** One import: its preview, progress and result. */
export default function ImportPage({ id }: { id: string }) {
  return (
    <WhileReconciling title="Import">
      <Found id={id} />
    </WhileReconciling>
  );
}

function Found({ id }: { id: string }) {
  const result = useQuery(FinanceImportPageDocument, {
    variables: { importId: id },
    fetchPolicy: 'cache-and-network',
  });
  const { startPolling, stopPolling } = result;
  const isRunning = result.data?.financeImport?.status === 'running';
  useEffect(() => {
    if (!isRunning) return;
    startPolling(POLL_MS);
    return stopPolling;
  }, [isRunning, startPolling, stopPolling]);
  return (
    <ShowOne
      result={result}
      found={result.data?.financeImport}
      noun="import"
      listPath="/dashboard/imports"
      restPath={urlPath`/settlements/imports/${id}`}
    >
      {(found) => <Shown of={found} onDone={result.refetch} />}
    </ShowOne>
  );
}

function Shown({ of, onDone }: { of: ShownImport; onDone: () => unknown }) {
  return (
    <Stack>
      <OneHead identifier={of.importId} actions={<ImportActions of={of} onDone={onDone} />}>
        {of.kind === 'settlement' ? 'Settlement file' : 'Bank statement'}
        <Status of={of.status} />
      </OneHead>
      <Section title="Overview">
        <Facts
          of={[
            ['Lines', formatCount(of.linesRead)],
            ['Refused', formatCount(of.linesRefused)],
            ['Recorded', of.confirmedAt && formatCount(of.linesTaken)],
            ['Duplicates', of.confirmedAt && formatCount(of.linesDuplicate)],
            [
              'Progress',
              of.status === 'running' ? (
                <span key="progress" role="status">
                  {of.progress} %
                </span>
              ) : null,
            ],
            ['Failed because', of.failureReason],
            ['Account', of.merchantConnectorId && <AccountName id={of.merchantConnectorId} />],
            ['Format', of.format.toUpperCase()],
            ['Mapping', of.mappingName],
            ['Uploaded', <Time key="created" at={of.createdAt} precise />],
            ['Confirmed', of.confirmedAt && <Time at={of.confirmedAt} precise />],
            ['Finished', of.finishedAt && <Time at={of.finishedAt} precise />],
            ['Preview expires', of.expiresAt && <Time at={of.expiresAt} precise />],
          ]}
        />
      </Section>
      <ImportSums of={of} />
      <RefusedLines of={of} />
      <FirstLines of={of} />
      <Raw value={of} restPath={urlPath`/settlements/imports/${of.importId}`} />
    </Stack>
  );
}
