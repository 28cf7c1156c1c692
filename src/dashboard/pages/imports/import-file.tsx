import { useQuery } from '@apollo/client/react';
import {
  Autocomplete,
  Button,
  FileInput,
  SegmentedControl,
  Select,
  SimpleGrid,
  Text,
  TextInput,
} from '@mantine/core';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { ActionDialog } from '../../act/action-dialog.tsx';
import type { Outcome } from '../../act/outcome.ts';
import { PickedAccountsDocument } from '../../act/picker.documents.ts';
import { pagePath } from '../../data/page-paths.ts';
import { asWords } from '../../data/words.ts';
import { useSession } from '../../session/session.tsx';
import { columnNamed, columnsIn, type FileKind, mappingOf, targetColumns } from './columns.ts';
import { uploadFile } from './upload-file.ts';

/** The button that uploads a settlement file or a bank statement; hidden without the permission. */
export function ImportFile() {
  const { can } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (!can('FINANCE_WRITE')) return null;
  return (
    <>
      <Button size="xs" onClick={() => setOpen(true)}>
        Import a file
      </Button>
      {isOpen && <ImportDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function ImportDialog({ onClose }: { onClose: () => void }) {
  const { merchantId } = useSession();
  const [, navigate] = useLocation();
  const made = useRef<string | null>(null);
  const [kind, setKind] = useState<FileKind>('settlement');
  const [account, setAccount] = useState<string | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [columns, setColumns] = useState<readonly string[] | null>(null);
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const [mappingName, setMappingName] = useState('');
  const choose = async (picked: File | null) => {
    setFile(picked);
    setChosen({});
    setColumns(picked && (await columnsIn(picked)));
  };
  const columnOf = (name: string) => chosen[name] ?? columnNamed(columns, name);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const mapping = mappingOf(kind, columns, chosen);
    const fields = {
      ...(kind === 'settlement' ? { merchant_connector_id: account! } : {}),
      ...(mapping ? { mapping: JSON.stringify(mapping) } : {}),
      ...(mappingName.trim() ? { mapping_name: mappingName.trim() } : {}),
    };
    made.current = await uploadFile(merchantId, { kind, file: file!, fields }, idempotencyKey);
    return { userErrors: [], done: '' };
  };
  return (
    <ActionDialog
      title="Import a file"
      confirm="Preview"
      explanation="CSV in UTF-8, a workbook (.xlsx), or CAMT.053 for bank statements. The preview records nothing."
      isDisabled={!file || (kind === 'settlement' && !account)}
      run={run}
      onClose={onClose}
      onNext={() => navigate(pagePath.import(made.current!))}
    >
      <SegmentedControl
        aria-label="Kind of file"
        data={[
          { value: 'settlement', label: 'Settlement file' },
          { value: 'bank_statement', label: 'Bank statement' },
        ]}
        value={kind}
        onChange={(value) => {
          setKind(value as FileKind);
          setChosen({});
        }}
      />
      {kind === 'settlement' && <AccountSelect value={account} onChange={setAccount} />}
      <FileInput
        label="File"
        placeholder="Choose a file"
        accept=".csv,.txt,.xlsx,.xml"
        value={file}
        onChange={(picked) => void choose(picked)}
      />
      {file && !file.name.toLowerCase().endsWith('.xml') && (
        <>
          <Text size="sm" c="dimmed">
            Choose the file’s column for each value. To use kept columns, enter only their name below.
          </Text>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
            {targetColumns[kind].map(({ isRequired, name }) => (
              <Autocomplete
                key={name}
                size="xs"
                label={isRequired ? asWords(name) : `${asWords(name)} (optional)`}
                data={[...(columns ?? [])]}
                value={columnOf(name)}
                onChange={(value) => setChosen((now) => ({ ...now, [name]: value }))}
              />
            ))}
          </SimpleGrid>
          <TextInput
            label="Name of these columns (optional)"
            description="Keeps the chosen columns under this name, or uses those kept before."
            maxLength={64}
            value={mappingName}
            onChange={(event) => setMappingName(event.currentTarget.value)}
          />
        </>
      )}
    </ActionDialog>
  );
}

interface AccountSelectProps {
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

function AccountSelect({ onChange, value }: AccountSelectProps) {
  const { data } = useQuery(PickedAccountsDocument);
  const accounts = (data?.connectorAccounts.nodes ?? []).map(
    ({ connectorLabel, connectorName, merchantConnectorId }) => ({
      value: merchantConnectorId,
      label: connectorLabel ? `${connectorLabel} (${connectorName})` : connectorName,
    }),
  );
  return <Select label="Account" data={accounts} value={value} onChange={onChange} searchable />;
}
