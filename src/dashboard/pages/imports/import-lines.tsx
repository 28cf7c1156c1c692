import { Text } from '@mantine/core';
import { formatCount } from '../../data/locale.ts';
import { formatUtc } from '../../data/time.ts';
import { asWords } from '../../data/words.ts';
import { Section } from '../../show/facts.tsx';
import { Money } from '../../show/money.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import type { ShownImport } from './shown-import.ts';

/** The sums of a file by currency, without refused lines. */
export function ImportSums({ of: { sums } }: { of: ShownImport }) {
  return (
    <Section title="Sums">
      <SmallTable
        label="Sums"
        rows={sums}
        keyOf={({ currency }) => currency}
        whenEmpty="No line counts"
        columns={[
          { header: 'Currency', cell: ({ currency }) => currency },
          { header: 'Lines', isNumber: true, cell: ({ lines }) => formatCount(lines) },
          {
            header: 'Gross',
            isNumber: true,
            cell: ({ currency, gross }) => <Money amount={gross} currency={currency} />,
          },
          {
            header: 'Fees',
            isNumber: true,
            cell: ({ currency, fee }) => <Money amount={fee} currency={currency} />,
          },
          {
            header: 'Net',
            isNumber: true,
            cell: ({ currency, net }) => <Money amount={net} currency={currency} />,
          },
        ]}
      />
    </Section>
  );
}

/** The refused lines of a file with their reasons, at most the first hundred; hidden if there are none. */
export function RefusedLines({ of: { linesRefused, refused } }: { of: ShownImport }) {
  if (linesRefused === 0) return null;
  return (
    <Section title={`Refused lines (${formatCount(linesRefused)})`}>
      <SmallTable
        label="Refused lines"
        rows={refused}
        keyOf={({ line, reason }) => `${line} ${reason}`}
        whenEmpty="None"
        columns={[
          { header: 'Line', cell: ({ line }) => formatCount(line) },
          { header: 'Reason', cell: ({ reason }) => reason },
        ]}
      />
      {refused.length < linesRefused && (
        <Text size="sm" c="dimmed" mt="xs">
          These are the first {formatCount(refused.length)}. The API lists all of them.
        </Text>
      )}
    </Section>
  );
}

/** The first lines of a file, as they were read. */
export function FirstLines({ of: { firstLines, kind } }: { of: ShownImport }) {
  const isStatement = kind === 'bank_statement';
  return (
    <Section title="First lines">
      <SmallTable
        label="First lines"
        rows={firstLines}
        keyOf={({ line }) => String(line)}
        whenEmpty="No line counts"
        columns={[
          { header: 'Line', cell: ({ line }) => formatCount(line) },
          ...(isStatement
            ? []
            : [{ header: 'Type', cell: ({ type }: Line) => (type ? asWords(type) : '–') }]),
          {
            header: isStatement ? 'Amount' : 'Net',
            isNumber: true,
            cell: ({ currency, net }) => <Money amount={net} currency={currency} />,
          },
          ...(isStatement ? [] : settlementAmounts),
          {
            header: isStatement ? 'Booked (UTC)' : 'Occurred (UTC)',
            cell: ({ occurredAt }) => formatUtc(occurredAt).slice(0, -' UTC'.length),
          },
          {
            header: 'Reference',
            cell: ({ connectorReference, reference }) => (
              <span className="identifier">{connectorReference ?? reference ?? '–'}</span>
            ),
          },
          ...(isStatement ? [] : settlementReferences),
        ]}
      />
    </Section>
  );
}

type Line = ShownImport['firstLines'][number];

const settlementAmounts = [
  {
    ...{ header: 'Gross', isNumber: true },
    cell: ({ currency, gross }: Line) => <Money amount={gross} currency={currency} />,
  },
  {
    ...{ header: 'Fee', isNumber: true },
    cell: ({ currency, fee }: Line) => <Money amount={fee} currency={currency} />,
  },
];

const settlementReferences = [
  {
    header: 'Order',
    cell: ({ orderReference }: Line) => <span className="identifier">{orderReference ?? '–'}</span>,
  },
  {
    header: 'Settlement',
    cell: ({ settlementReference }: Line) => <span className="identifier">{settlementReference ?? '–'}</span>,
  },
];
