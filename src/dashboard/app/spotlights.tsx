import '@mantine/spotlight/styles.css';
import { Spotlight, type SpotlightActionData, spotlight } from '@mantine/spotlight';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useSession } from '../session/session.tsx';
import { SearchIcon } from '../show/icons.tsx';
import { navigation, pageOf } from './navigation.ts';

export const openSpotlight = () => spotlight.open();

/** Objects with generated identifiers, by prefix. */
const byPrefix = {
  pay_: ['Payment', pageOf.payment],
  ref_: ['Refund', pageOf.refund],
  dsp_: ['Dispute', pageOf.dispute],
  po_: ['Payout', pageOf.payout],
  cus_: ['Customer', pageOf.customer],
} as const;

/** The dialog of Ctrl-K: goes to a page, to an object by its identifier, or to a search. */
export function Spotlights() {
  const [query, setQuery] = useState('');
  const [, navigate] = useLocation();
  const { can } = useSession();
  const typed = query.trim();

  const pages = navigation
    .filter(
      ({ label, needs }) =>
        (needs.length === 0 || needs.some(can)) && label.toLowerCase().includes(typed.toLowerCase()),
    )
    .map(
      ({ icon: Icon, label, path }): SpotlightActionData => ({
        id: path,
        label,
        leftSection: <Icon />,
        onClick: () => navigate(path),
      }),
    );
  const known = Object.entries(byPrefix).find(([prefix]) => typed.startsWith(prefix));
  const object: SpotlightActionData[] = known
    ? [{ id: 'object', label: `${known[1][0]} ${typed}`, onClick: () => navigate(known[1][1](typed)) }]
    : [];
  const searches: SpotlightActionData[] =
    typed === ''
      ? []
      : ['Payments', 'Customers'].map((label) => ({
          id: `search ${label}`,
          label: `${label} with “${typed}”`,
          leftSection: <SearchIcon />,
          onClick: () => navigate(`/dashboard/${label.toLowerCase()}?q=${encodeURIComponent(typed)}`),
        }));
  return (
    <Spotlight
      actions={[...object, ...pages, ...searches]}
      filter={(_query, actions) => actions}
      query={query}
      onQueryChange={setQuery}
      shortcut="mod + K"
      nothingFound="Nothing of that name"
      searchProps={{
        placeholder: 'A page, an identifier, or what to search for',
        'aria-label': 'Go to',
        leftSection: <SearchIcon />,
      }}
    />
  );
}
