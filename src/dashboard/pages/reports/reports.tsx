import { useQuery } from '@apollo/client/react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { urlPath } from '../../../core/foundation/url-path.ts';
import { formatCount } from '../../data/locale.ts';
import { reasonOf } from '../../data/refusal.ts';
import { asWords } from '../../data/words.ts';
import { saveFile } from '../../list/save-file.ts';
import { merchantHeader } from '../../session/credentials.ts';
import { useSession } from '../../session/session.tsx';
import { Section } from '../../show/facts.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { Failure, Loading, PageHead } from '../../show/states.tsx';
import { Status } from '../../show/status.tsx';
import { DueTime, Time } from '../../show/time.tsx';
import { CardExports } from './card-exports.tsx';
import { ReportsDocument, type ReportsQuery } from './reports.documents.ts';
import { DeleteSchedule, type Schedule, ScheduleForm } from './schedule-dialogs.tsx';

type Report = ReportsQuery['reports']['nodes'][number];
type Open =
  | { readonly action: 'edit'; readonly schedule: Schedule | Partial<Schedule> }
  | { readonly action: 'delete'; readonly schedule: Schedule };

/** Scheduled reports: the schedules, and their past files. */
export default function Reports() {
  const { can } = useSession();
  const { data, error, refetch } = useQuery(ReportsDocument, { fetchPolicy: 'cache-and-network' });
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState<Open | null>(() => askedFor(params));
  const close = () => {
    setOpen(null);
    if (params.has('list')) setParams({}, { replace: true });
  };
  const done = () => refetch();
  return (
    <Stack>
      <PageHead
        title="Reports"
        actions={<Button onClick={() => setOpen({ action: 'edit', schedule: {} })}>Schedule reports</Button>}
      />
      {!data && error && <Failure error={error} onRetry={done} />}
      {!data && !error && <Loading />}
      {data && (
        <>
          <Schedules schedules={data.reportSchedules.nodes} onOpen={setOpen} />
          <MadeReports reports={data.reports.nodes} named={params.get('report')} />
        </>
      )}
      {can('VAULT_EXPORT') && <CardExports />}
      {open?.action === 'edit' && <ScheduleForm schedule={open.schedule} onClose={close} onDone={done} />}
      {open?.action === 'delete' && <DeleteSchedule schedule={open.schedule} onClose={close} onDone={done} />}
    </Stack>
  );
}

/** A new schedule for the list that the person came from. */
function askedFor(params: URLSearchParams): Open | null {
  const list = params.get('list');
  if (!list) return null;
  const parameter = (name: string) => params.get(name) || null;
  const schedule = {
    list: list as Schedule['list'],
    filter: parameter('filter'),
    columns: parameter('columns'),
  };
  return { action: 'edit', schedule };
}

interface SchedulesProps {
  readonly schedules: readonly Schedule[];
  readonly onOpen: (open: Open) => void;
}

function Schedules({ onOpen, schedules }: SchedulesProps) {
  return (
    <Section title="Schedules">
      <SmallTable
        label="Schedules"
        rows={schedules}
        keyOf={({ id }) => id}
        whenEmpty="No scheduled reports yet"
        columns={[
          { header: 'Name', cell: ({ name }) => name },
          { header: 'List', cell: ({ list }) => asWords(list) },
          { header: 'Period', cell: ({ period }) => asWords(period) },
          {
            header: 'Next report',
            cell: ({ enabled, nextRunAt }) =>
              enabled ? <DueTime at={nextRunAt} /> : <Status of="disabled" />,
          },
          { header: 'Recipients', cell: ({ recipients }) => recipients.join(', ') || '–' },
          {
            header: 'Change',
            cell: (schedule) => (
              <Group gap="xs" wrap="nowrap">
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`Edit ${schedule.name}`}
                  onClick={() => onOpen({ action: 'edit', schedule })}
                >
                  Edit
                </Button>
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`Delete ${schedule.name}`}
                  onClick={() => onOpen({ action: 'delete', schedule })}
                >
                  Delete
                </Button>
              </Group>
            ),
          },
        ]}
      />
    </Section>
  );
}

/** @param named The report linked in an email, shown first. */
function MadeReports({ named, reports }: { named: string | null; reports: readonly Report[] }) {
  const isNamed = ({ reportId }: Report) => reportId === named;
  const rows = [...reports.filter(isNamed), ...reports.filter((report) => !isNamed(report))];
  return (
    <Section title="Past reports">
      <SmallTable
        label="Past reports"
        rows={rows}
        keyOf={({ id }) => id}
        whenEmpty="No reports yet"
        columns={[
          { header: 'File', cell: ({ fileName }) => fileName },
          { header: 'Schedule', cell: ({ name }) => name },
          { header: 'Rows', cell: ({ rows: count }) => formatCount(count) },
          { header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
          { header: 'Kept until', cell: ({ expiresAt }) => <Time at={expiresAt} /> },
          { header: 'Status', cell: (report) => <ReportState report={report} /> },
        ]}
      />
    </Section>
  );
}

function ReportState({ report: { failureReason, fileName, reportId, status } }: { report: Report }) {
  const { merchantId } = useSession();
  if (status !== 'ready') {
    return (
      <>
        <Status of={status} />
        {failureReason && <Text size="sm">{failureReason}</Text>}
      </>
    );
  }
  const download = async () => {
    try {
      const response = await fetch(urlPath`/reports/${reportId}/file`, {
        headers: { ...merchantHeader(merchantId), accept: 'text/csv, application/json' },
      });
      if (!response.ok) throw new Error(await reasonOf(response));
      saveFile(await response.blob(), fileName);
    } catch (error) {
      const { message } = error as Error;
      notifications.show({ color: 'red', title: 'The download failed', message });
    }
  };
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={`Download ${fileName}`}
      onClick={() => void download()}
    >
      Download
    </Button>
  );
}
