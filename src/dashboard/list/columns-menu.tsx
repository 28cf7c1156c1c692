import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { ColumnsIcon } from '../show/icons.tsx';
import { columnsOf, withChanges } from './address.ts';
import type { ListColumn } from './definition.ts';

/** Selects a list's columns. The first column stays: it links to the row's page. */
export function ColumnsMenu<Row>({ columns }: { columns: readonly ListColumn<Row>[] }) {
  const [params, setParams] = useSearchParams();
  const shown = columnsOf(columns, params);
  const toggle = (id: string) => {
    const chosen = columns
      .map((column) => column.id)
      .filter((one) => (one === id ? !shown.includes(one) : shown.includes(one)));
    setParams(withChanges(params, { columns: chosen.join(',') }));
  };
  return (
    <Popover position="bottom-end" withinPortal trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" size="xs" leftSection={<ColumnsIcon size={14} />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <Stack gap="xs">
          {columns.slice(1).map(({ header, id }) => (
            <Checkbox
              key={id}
              size="xs"
              label={header}
              checked={shown.includes(id)}
              onChange={() => toggle(id)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
