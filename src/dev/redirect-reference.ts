import { organizationPermissions, rolesWith } from '../core/foundation/permissions.ts';
import {
  allInputs,
  allResources,
  type DescribedClass,
  type FieldDescription,
  isResource,
  nounOf,
  type Redirected,
  redirectingFields,
} from '../core/model/index.ts';
import { redirectPermissions } from '../core/model/redirects.ts';

const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`;

const whatOf: Readonly<Record<Redirected, string>> = {
  card: 'Card numbers',
  personal: 'Personal data',
  money: 'Money',
};

/** The paths of a class's fields that redirect something of a kind. */
function pathsOf(
  target: DescribedClass,
  redirected: Redirected,
  around: readonly DescribedClass[] = [],
): string[] {
  return redirectingFields(target).flatMap((field: FieldDescription) => {
    if (field.redirects) return field.redirects === redirected ? [field.name] : [];
    const holder = field.of?.();
    if (!holder || around.includes(holder)) return [];
    return pathsOf(holder, redirected, [...around, target]).map((path) => `${field.name}.${path}`);
  });
}

/** The objects with such fields, and the requests that name one of no object. */
function placesOf(redirected: Redirected): string {
  const ofObjects = allResources().map(
    ({ target }) => [nounOf(target), pathsOf(target, redirected)] as const,
  );
  const named = allInputs().flatMap((input) => {
    const own = redirectingFields(input).filter(
      ({ from, redirects }) => redirects && !(from && isResource(from)),
    );
    const names = own.filter(({ redirects }) => redirects === redirected).map(({ name }) => name);
    return input.name.endsWith('Input') ? [] : [[nounOf(input), names] as const];
  });
  return [...ofObjects, ...named]
    .filter(([, paths]) => paths.length > 0)
    .map(([noun, paths]) => `${noun}: ${paths.map((path) => `\`${path}\``).join(', ')}`)
    .join('; ');
}

/** The table of the fields that decide where something is sent, in docs/permissions.md. */
export function redirectTable(): string {
  const rows = Object.entries(redirectPermissions).map(([name, permission]) => {
    const holders = [
      ...rolesWith([permission]),
      ...(organizationPermissions.has(permission) ? ['organizations'] : []),
    ];
    const redirected = name as Redirected;
    return row(whatOf[redirected], `\`${permission}\``, holders.join(', '), placesOf(redirected));
  });
  return [
    row('What is sent', 'Permission', 'Held by', 'Fields'),
    row('---', '---', '---', '---'),
    ...rows,
  ].join('\n');
}
