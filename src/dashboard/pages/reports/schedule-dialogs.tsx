import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import { changesOf, draftOfValues, type FormDraft, filledIn, isComplete } from '../../act/described.ts';
import { DescribedFields } from '../../act/described-fields.tsx';
import type { Outcome } from '../../act/outcome.ts';
import { useProfileOptions } from '../../act/profile-field.tsx';
import type { CreateReportScheduleInput } from '../../data/schema-types.ts';
import {
  AddScheduleDocument,
  ChangeScheduleDocument,
  DeleteScheduleDocument,
  type ReportsQuery,
} from './reports.documents.ts';
import { scheduleFields } from './schedule.fields.ts';

export type Schedule = ReportsQuery['reportSchedules']['nodes'][number];

interface ScheduleFormProps {
  /** The schedule to change, or the known fields of a new one. */
  readonly schedule: Schedule | { readonly [Field in keyof Schedule]?: Schedule[Field] };
  readonly onClose: () => void;
  readonly onDone: () => unknown;
}

const labels = {
  name: 'Name',
  list: 'List',
  period: 'Period',
  timeZone: 'Time zone',
  hour: 'Hour',
  recipients: 'Recipients',
  profileId: 'Profile of the webhook',
  filter: 'Filter',
  columns: 'Columns',
  maskPersonalData: 'Mask personal data',
  enabled: 'Enabled',
};
/** In the order of the form. The labels of `name` and `list` need no help text. */
const fields = Object.keys(labels)
  .flatMap((name) => scheduleFields.filter((field) => field.name === name))
  .map((field) => (['name', 'list'].includes(field.name) ? { ...field, about: '' } : field));

const fresh = () => ({
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  period: 'monthly' as const,
  hour: 6,
  maskPersonalData: true,
  enabled: true,
});

/** Adds or changes a report schedule. */
export function ScheduleForm({ onClose, onDone, schedule }: ScheduleFormProps) {
  const client = useApolloClient();
  const profileId = useProfileOptions();
  const scheduleId = schedule.scheduleId ?? null;
  const [before] = useState(() => draftOfValues(fields, scheduleId ? schedule : { ...fresh(), ...schedule }));
  const [draft, setDraft] = useState<FormDraft>(before);
  const isNamed = ['name', 'list', 'period', 'timeZone'].every((name) => String(draft[name] ?? '').trim());
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    if (scheduleId) {
      const input = { scheduleId, ...changesOf(fields, before, draft), idempotencyKey };
      const { data: changed } = await client.mutate({
        mutation: ChangeScheduleDocument,
        variables: { input },
      });
      return { userErrors: changed!.updateReportSchedule.userErrors, done: 'Schedule updated' };
    }
    const input = { ...filledIn(fields, draft), idempotencyKey } as CreateReportScheduleInput;
    const { data: added } = await client.mutate({ mutation: AddScheduleDocument, variables: { input } });
    return { userErrors: added!.createReportSchedule.userErrors, done: 'Schedule added' };
  };
  return (
    <ActionDialog
      labels={labels}
      title={scheduleId ? 'Edit the schedule' : 'Schedule reports'}
      confirm={scheduleId ? 'Save' : 'Schedule'}
      explanation="Each report covers the rows created in its period and is exported after the period ends."
      isDisabled={!isNamed || !isComplete(fields, draft)}
      run={run}
      onClose={onClose}
      onDone={onDone}
    >
      <DescribedFields
        fields={fields}
        labels={labels}
        options={{ profileId }}
        draft={draft}
        onChange={setDraft}
      />
    </ActionDialog>
  );
}

interface DeleteScheduleProps {
  readonly schedule: Schedule;
  readonly onClose: () => void;
  readonly onDone: () => unknown;
}

/** Confirms and deletes a schedule. */
export function DeleteSchedule({ schedule, ...dialog }: DeleteScheduleProps) {
  const client = useApolloClient();
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const input = { scheduleId: schedule.scheduleId, idempotencyKey };
    const { data } = await client.mutate({ mutation: DeleteScheduleDocument, variables: { input } });
    return { userErrors: data!.deleteReportSchedule.userErrors, done: 'Schedule deleted' };
  };
  return (
    <ActionDialog
      title="Delete the schedule"
      confirm="Delete"
      explanation={`Stops the reports of “${schedule.name}”. Past reports stay until they expire.`}
      isDestructive
      run={run}
      {...dialog}
    />
  );
}
