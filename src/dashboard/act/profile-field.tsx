import { useQuery } from '@apollo/client/react';
import { Select } from '@mantine/core';
import { Link } from 'wouter';
import { pagePath } from '../data/page-paths.ts';
import { useSession } from '../session/session.tsx';
import { Identifier } from '../show/identifier.tsx';
import { ProfileNamesDocument } from './profile-field.documents.ts';

interface ProfileFieldProps {
  readonly value: string | null;
  readonly onChange: (profileId: string | null) => void;
}

/**
 * The business profiles as options by name; empty without the permission to read them.
 *
 * @param isWanted False while they are not needed.
 */
export function useProfileOptions(isWanted = true): { value: string; label: string }[] {
  const { can } = useSession();
  const { data } = useQuery(ProfileNamesDocument, { skip: !isWanted || !can('SETTINGS_READ') });
  const profiles = data?.businessProfiles.nodes ?? [];
  return profiles.map(({ profileId, profileName }) => ({ value: profileId, label: profileName }));
}

/** A business profile's name, linked to its settings; its identifier without the permission to read them. */
export function ProfileName({ id }: { id: string }) {
  const profile = useProfileOptions().find(({ value }) => value === id);
  return profile ? <Link href={pagePath.profile(id)}>{profile.label}</Link> : <Identifier value={id} />;
}

/** Selects the business profile of a new object; hidden if there is only one. */
export function ProfileField({ onChange, value }: ProfileFieldProps) {
  const profiles = useProfileOptions();
  if (profiles.length < 2) return null;
  return (
    <Select
      label="Profile"
      description="Its settings and connector accounts apply."
      placeholder="The default profile"
      data={profiles}
      value={value}
      clearable
      searchable
      clearButtonProps={{ 'aria-label': 'Clear Profile' }}
      onChange={onChange}
    />
  );
}
