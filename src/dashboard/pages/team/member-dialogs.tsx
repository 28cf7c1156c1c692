import { useMutation } from '@apollo/client/react';
import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import type { Outcome } from '../../act/outcome.ts';
import type { Role } from '../../data/schema-types.ts';
import { asWords } from '../../data/words.ts';
import { useSession } from '../../session/session.tsx';
import {
  ChangeMemberRoleDocument,
  InviteMemberDocument,
  RemoveMemberDocument,
  type TeamQuery,
} from './team.documents.ts';

type Member = TeamQuery['teamMembers']['nodes'][number];

/** The purpose of each role, the most powerful first. */
const roles: Readonly<Record<Role, string>> = {
  owner: 'Everything.',
  admin: 'Everything except adding and removing owners.',
  developer: 'Integrates: settings, keys, connectors and webhooks, without moving money.',
  operator: 'Runs payments: captures, refunds, disputes, payouts and customers.',
  analyst: 'Reads and exports, with personal data masked.',
  finance: 'Reconciles money with settlements; sees no personal data.',
};

/** Selects a role that the person may grant. */
function RoleSelect({ onChange, role }: { role: Role; onChange: (role: Role) => void }) {
  const { canAppoint } = useSession();
  const offered = (Object.keys(roles) as Role[]).filter(canAppoint);
  return (
    <Select
      label="Role"
      description={roles[role]}
      data={offered.map((value) => ({ value, label: asWords(value) }))}
      value={role}
      allowDeselect={false}
      onChange={(value) => value && onChange(value as Role)}
    />
  );
}

interface DialogProps {
  readonly onClose: () => void;
  readonly onDone: () => unknown;
}

/** Invites a person by email. */
export function InviteDialog({ onClose, onDone, onLink }: DialogProps & { onLink: (link: string) => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('operator');
  const [invite] = useMutation(InviteMemberDocument);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const { data } = await invite({ variables: { input: { email: email.trim(), role, idempotencyKey } } });
    const { invitation, link, userErrors } = data!.inviteMember;
    if (link) onLink(link);
    const isLogged = invitation?.deliveredBy === 'log';
    const where = isLogged ? ' SMTP_URL is not set, so the link is in the log of the service.' : '';
    return { userErrors, done: `${email.trim()} is invited.${where}` };
  };
  return (
    <ActionDialog
      title="Invite a person"
      confirm="Invite"
      explanation="They get a link by email to sign in or create an account. The role sets their permissions."
      isDisabled={!email.includes('@')}
      run={run}
      onClose={onClose}
      onDone={onDone}
    >
      <TextInput
        label="Email"
        type="email"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        data-autofocus
      />
      <RoleSelect role={role} onChange={setRole} />
    </ActionDialog>
  );
}

/** Changes a member's role. */
export function RoleDialog({ member, onClose, onDone }: DialogProps & { member: Member }) {
  const [role, setRole] = useState<Role>(member.role);
  const [change] = useMutation(ChangeMemberRoleDocument);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const { data } = await change({
      variables: { input: { personId: member.personId, role, idempotencyKey } },
    });
    return {
      userErrors: data!.changeMemberRole.userErrors,
      done: `${member.name} is ${asWords(role).toLowerCase()}.`,
    };
  };
  return (
    <ActionDialog
      title={`Change the role of ${member.name}`}
      confirm="Change"
      explanation="Applies from their next request."
      isDisabled={role === member.role}
      run={run}
      onClose={onClose}
      onDone={onDone}
    >
      <RoleSelect role={role} onChange={setRole} />
    </ActionDialog>
  );
}

/** Removes a member. */
export function RemoveDialog({ member, onClose, onDone }: DialogProps & { member: Member }) {
  const [remove] = useMutation(RemoveMemberDocument);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const { data } = await remove({ variables: { input: { personId: member.personId, idempotencyKey } } });
    return { userErrors: data!.removeMember.userErrors, done: `${member.name} is removed.` };
  };
  return (
    <ActionDialog
      title={`Remove ${member.name}`}
      confirm="Remove"
      isDestructive
      explanation="They lose access to this merchant account at once. Their own account stays, and you can invite them again."
      run={run}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
