import { useQuery } from '@apollo/client/react';
import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { asWords } from '../../data/words.ts';
import { useSession } from '../../session/session.tsx';
import { Section } from '../../show/facts.tsx';
import { CopyText } from '../../show/identifier.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { Failure, Loading, PageHead } from '../../show/states.tsx';
import { Time } from '../../show/time.tsx';
import { Invitations } from './invitations.tsx';
import { InviteDialog, RemoveDialog, RoleDialog } from './member-dialogs.tsx';
import { TeamDocument, type TeamQuery } from './team.documents.ts';

type Member = TeamQuery['teamMembers']['nodes'][number];
type Open = { readonly action: 'invite' } | { readonly action: 'role' | 'remove'; readonly member: Member };

/** The people of the merchant account, their roles, and open invitations. */
export default function Team() {
  const { can } = useSession();
  const { data, error, refetch } = useQuery(TeamDocument, { fetchPolicy: 'cache-and-network' });
  const [open, setOpen] = useState<Open | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const close = () => setOpen(null);
  const done = () => refetch();
  return (
    <Stack>
      <PageHead
        title="Team"
        actions={can('TEAM_WRITE') && <Button onClick={() => setOpen({ action: 'invite' })}>Invite</Button>}
      />
      {link && <InvitationLink link={link} onClose={() => setLink(null)} />}
      {!data && error && <Failure error={error} onRetry={done} />}
      {!data && !error && <Loading />}
      {data && (
        <>
          <Members members={data.teamMembers.nodes} onOpen={setOpen} />
          <Invitations invitations={data.invitations.nodes} onDone={done} />
        </>
      )}
      {open?.action === 'invite' && <InviteDialog onClose={close} onDone={done} onLink={setLink} />}
      {open?.action === 'role' && <RoleDialog member={open.member} onClose={close} onDone={done} />}
      {open?.action === 'remove' && <RemoveDialog member={open.member} onClose={close} onDone={done} />}
    </Stack>
  );
}

/** An invitation's link, if the service cannot send email. */
function InvitationLink({ link, onClose }: { link: string; onClose: () => void }) {
  return (
    <Alert
      variant="outline"
      color="rail"
      title="Send this link to the person"
      withCloseButton
      closeButtonLabel="Close"
      onClose={onClose}
    >
      <Text size="sm">No email was sent because SMTP_URL is not set. The link won’t be shown again.</Text>
      <Group wrap="nowrap" gap="xs">
        <Code className="identifier">{link}</Code>
        <CopyText label="Copy the link" text={link} />
      </Group>
    </Alert>
  );
}

function Members({ members, onOpen }: { members: readonly Member[]; onOpen: (open: Open) => void }) {
  const { canAppoint, person } = useSession();
  return (
    <Section title="Members">
      <SmallTable
        label="Members"
        rows={members}
        keyOf={({ id }) => id}
        whenEmpty="No members"
        columns={[
          {
            header: 'Name',
            cell: ({ name, personId }) => (personId === person.personId ? `${name} (you)` : name),
          },
          { header: 'Email', cell: ({ email }) => email },
          { header: 'Role', cell: ({ role }) => asWords(role) },
          { header: 'Joined', cell: ({ joinedAt }) => <Time at={joinedAt} /> },
          { header: 'Last seen', cell: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
          {
            header: 'Change',
            cell: (member) =>
              canAppoint(member.role) && (
                <Group gap={4} wrap="nowrap">
                  <Button
                    size="compact-xs"
                    variant="default"
                    onClick={() => onOpen({ action: 'role', member })}
                    aria-label={`Change the role of ${member.name}`}
                  >
                    Role
                  </Button>
                  <Button
                    size="compact-xs"
                    variant="default"
                    onClick={() => onOpen({ action: 'remove', member })}
                    aria-label={`Remove ${member.name}`}
                  >
                    Remove
                  </Button>
                </Group>
              ),
          },
        ]}
      />
    </Section>
  );
}
