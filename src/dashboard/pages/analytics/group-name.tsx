import { ProfileName } from '../../act/profile-field.tsx';
import { asWords } from '../../data/words.ts';
import type { Grouping } from './grouping.ts';

/** A value of a dimension as people say it: enumerations in words, profiles by name; connectors and codes as they are. */
export function GroupName({ grouping, of: key }: { grouping: Grouping; of: string | null }) {
  if (key === null) return <>None</>;
  if (grouping === 'PROFILE') return <ProfileName id={key} />;
  if (grouping === 'PAYMENT_METHOD' || grouping === 'AUTHENTICATION_TYPE') return <>{asWords(key)}</>;
  return <>{key}</>;
}
