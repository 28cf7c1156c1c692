import { urlPath } from '../../core/foundation/url-path.ts';
import '@mantine/spotlight/styles.css';
import { Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from '@mantine/spotlight';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { pagePath } from '../data/page-paths.ts';
import { problemOf } from '../data/problem.ts';
import { useSession } from '../session/session.tsx';
import { SearchIcon } from '../show/icons.tsx';
import { useFound } from './found.ts';
import { navigation } from './navigation.ts';

const [store, spotlight] = createSpotlight();

export const openSpotlight = () => spotlight.open();

/** The pause in typing before a search. */
const REST_MS = 150;

/** Objects with generated identifiers, by prefix. */
const byPrefix = {
  pay_: ['Payment', pagePath.payment],
  ref_: ['Refund', pagePath.refund],
  dsp_: ['Dispute', pagePath.dispute],
  po_: ['Payout', pagePath.payout],
  cus_: ['Customer', pagePath.customer],
} as const;

/** The searchable lists, with their permissions. */
const searched = [
  ['Payments', 'PAYMENTS_READ'],
  ['Customers', 'CUSTOMERS_READ'],
] as const;

/** The Ctrl-K dialog: finds objects while a person types, and opens pages and list searches. */
export function Spotlights() {
  const [query, setQuery] = useState('');
  const [sought] = useDebouncedValue(query, REST_MS);
  const [, navigate] = useLocation();
  const { can } = useSession();
  const found = useFound(sought, navigate);
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
      : searched
          .filter(([, needs]) => can(needs))
          .map(([label]) => ({
            id: `search ${label}`,
            label: `${label} with “${typed}”`,
            leftSection: <SearchIcon />,
            onClick: () => navigate(urlPath`/dashboard/${label.toLowerCase()}?q=${typed}`),
          }));
  const actions: SpotlightActionGroupData[] = [
    ...found.groups,
    ...(object.length + pages.length > 0 ? [{ group: 'Go to', actions: [...object, ...pages] }] : []),
    ...(searches.length > 0 ? [{ group: 'Search', actions: searches }] : []),
  ];
  useFirstSelected(actions);
  return (
    <Spotlight
      store={store}
      actions={actions}
      filter={(_query, offered) => offered}
      query={query}
      onQueryChange={setQuery}
      shortcut="mod + K"
      scrollable
      maxHeight="70vh"
      attributes={{ content: { 'aria-label': 'Find' } }}
      nothingFound={found.error ? problemOf(found.error).message : 'No results'}
      searchProps={{
        placeholder: 'Last four digits, amount, order, name, email, identifier…',
        'aria-label': 'Find',
        leftSection: <SearchIcon />,
        rightSection: found.isLooking ? <Loader size="xs" aria-label="Looking" /> : null,
      }}
    />
  );
}

/**
 * Selects the first hit whenever the hits change, so that Enter opens it. Mantine selects only once while a person types,
 * and the marked element is gone when the hits arrive.
 */
function useFirstSelected(groups: readonly SpotlightActionGroupData[]): void {
  const ids = groups.flatMap(({ actions }) => actions.map(({ id }) => id)).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: new hits are new elements.
  useEffect(() => {
    const list = document.getElementById(store.getState().listId);
    for (const [index, action] of [...(list?.querySelectorAll('[data-action]') ?? [])].entries()) {
      if (index === 0) action.setAttribute('data-selected', 'true');
      else action.removeAttribute('data-selected');
    }
    store.updateState((state) => ({ ...state, selected: 0 }));
  }, [ids]);
}
