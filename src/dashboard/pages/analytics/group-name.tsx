import { ProfileName } from '../../act/profile-field.tsx';
import { asWords } from '../../data/words.ts';
import type { Grouping } from './grouping.ts';

/** The shown name of a dimension's value: enumerations in words, profiles by name, connectors and codes verbatim. */
export function GroupName({ grouping, of: key }: { grouping: Grouping; of: string | null }) {
  if (key === null) return <>None</>;
  if (grouping === 'PROFILE') return <ProfileName id={key} />;
  if (grouping === 'PAYMENT_METHOD' || grouping === 'AUTHENTICATION_TYPE') return <>{asWords(key)}</>;
  return <>{key}</>;
}
