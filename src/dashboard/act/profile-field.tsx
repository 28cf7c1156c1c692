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
 * The business profiles by their names, as options; none for who may not read them.
 *
 * @param isWanted False where they are not needed yet.
 */
export function useProfileOptions(isWanted = true): { value: string; label: string }[] {
  const { can } = useSession();
  const { data } = useQuery(ProfileNamesDocument, { skip: !isWanted || !can('SETTINGS_READ') });
  const profiles = data?.businessProfiles.nodes ?? [];
  return profiles.map(({ profileId, profileName }) => ({ value: profileId, label: profileName }));
}

/** A business profile by its name, which leads to its settings; by its identifier for who may not read them. */
export function ProfileName({ id }: { id: string }) {
  const profile = useProfileOptions().find(({ value }) => value === id);
  return profile ? <Link href={pagePath.profile(id)}>{profile.label}</Link> : <Identifier value={id} />;
}

/** The business profile of something new, by its name; nothing where there is only one. */
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
