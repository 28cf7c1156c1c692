import { useQuery } from '@apollo/client/react';
import { Select } from '@mantine/core';
import { ProfileNamesDocument } from './profile-field.documents.ts';

interface ProfileFieldProps {
  readonly value: string | null;
  readonly onChange: (profileId: string | null) => void;
}

/** The business profile of something new, by its name; nothing where there is only one. */
export function ProfileField({ onChange, value }: ProfileFieldProps) {
  const { data } = useQuery(ProfileNamesDocument);
  const profiles = data?.businessProfiles.nodes ?? [];
  if (profiles.length < 2) return null;
  return (
    <Select
      label="Profile"
      description="Its settings and connector accounts apply."
      placeholder="The default profile"
      data={profiles.map(({ profileId, profileName }) => ({ value: profileId, label: profileName }))}
      value={value}
      clearable
      searchable
      clearButtonProps={{ 'aria-label': 'Clear Profile' }}
      onChange={onChange}
    />
  );
}
