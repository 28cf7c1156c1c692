import { useMutation } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import type { Outcome } from '../../act/outcome.ts';
import { asWords } from '../../data/words.ts';
import { useSession } from '../../session/session.tsx';
import { Section } from '../../show/facts.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { Time } from '../../show/time.tsx';
import { RevokeInvitationDocument, type TeamQuery } from './team.documents.ts';

type Invitation = TeamQuery['invitations']['nodes'][number];

interface InvitationsProps {
  readonly invitations: readonly Invitation[];
  readonly onDone: () => unknown;
}

/** Open invitations. */
export function Invitations({ invitations, onDone }: InvitationsProps) {
  const { can } = useSession();
  const [revoked, setRevoked] = useState<Invitation | null>(null);
  const [revoke] = useMutation(RevokeInvitationDocument);
  const waiting = invitations.filter(({ acceptedAt, revokedAt }) => !acceptedAt && !revokedAt);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const input = { invitationId: revoked!.invitationId, idempotencyKey };
    const { data } = await revoke({ variables: { input } });
    return { userErrors: data!.revokeInvitation.userErrors, done: 'Invitation revoked' };
  };
  return (
    <Section title="Invitations">
      <SmallTable
        label="Invitations"
        rows={waiting}
        keyOf={({ id }) => id}
        whenEmpty="No open invitations"
        columns={[
          { header: 'Email', cell: ({ email }) => email },
          { header: 'Role', cell: ({ role }) => asWords(role) },
          { header: 'Invited', cell: ({ createdAt }) => <Time at={createdAt} /> },
          { header: 'Expires', cell: ({ expiresAt }) => <Time at={expiresAt} /> },
          {
            header: 'Change',
            cell: (invitation) =>
              can('TEAM_WRITE') && (
                <Button
                  size="compact-xs"
                  variant="default"
                  onClick={() => setRevoked(invitation)}
                  aria-label={`Revoke the invitation of ${invitation.email}`}
                >
                  Revoke
                </Button>
              ),
          },
        ]}
      />
      {revoked && (
        <ActionDialog
          title="Revoke the invitation"
          confirm="Revoke"
          isDestructive
          explanation={`The link sent to ${revoked.email} stops working.`}
          run={run}
          onClose={() => setRevoked(null)}
          onDone={onDone}
        />
      )}
    </Section>
  );
}
