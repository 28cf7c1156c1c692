import { Link, useLocation, useSearchParams } from 'wouter';
import { dayOf } from '../data/time.ts';

/** In the address of a preset, the current day. */
export const TODAY = 'today';

interface PresetsProps {
  readonly of: readonly (readonly [label: string, address: string])[];
}

/** The filters that are wanted often, as links above a list. */
export function Presets({ of: presets }: PresetsProps) {
  const [path] = useLocation();
  const [params] = useSearchParams();
  const today = dayOf(new Date());
  const current = params.toString();
  return (
    <nav className="presets" aria-label="Presets">
      {[['All', ''] as const, ...presets].map(([label, address]) => {
        const wanted = new URLSearchParams(address.replaceAll(TODAY, today)).toString();
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
