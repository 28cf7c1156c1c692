import { Link, useLocation, useSearchParams } from 'wouter';
import { dayOf, viewerZone } from '../data/time.ts';
import { viewOf } from './address.ts';

/** Stands for the current day in a preset's parameters. */
export const TODAY = 'today';

/** The parameters of a preset. Its days are in the viewer's zone, which its link names. */
function paramsOf(address: string): string {
  const params = new URLSearchParams(address.replaceAll(TODAY, dayOf(new Date())));
  if (address.includes(TODAY)) params.set('zone', viewerZone);
  return params.toString();
}

interface PresetsProps {
  readonly of: readonly (readonly [label: string, address: string])[];
}

/** Links to common filters above a list. */
export function Presets({ of: presets }: PresetsProps) {
  const [path] = useLocation();
  const [params] = useSearchParams();
  const current = viewOf(params);
  return (
    <nav className="presets" aria-label="Presets">
      {[['All', ''] as const, ...presets].map(([label, address]) => {
        const wanted = paramsOf(address);
        return (
          <Link
            key={label}
            href={wanted ? `${path}?${wanted}` : path}
            aria-current={wanted === current ? 'true' : undefined}
          >
            {label}
          </Link>
        );
      })}
    </nav>
  );
}
