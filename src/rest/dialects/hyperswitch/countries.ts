import { formats } from '../../../core/model/formats.ts';

/*
 * Countries as clients of Hyperswitch name them: in English, without spaces and accents. `Intl` has most names.
 */

/** The names that differ from those of `Intl`. */
const differing: Readonly<Record<string, string>> = {
  BN: 'BruneiDarussalam',
  BO: 'BoliviaPlurinationalState',
  BQ: 'BonaireSintEustatiusAndSaba',
  CD: 'CongoDemocraticRepublic',
  CG: 'Congo',
  CI: 'CotedIvoire',
  CV: 'CaboVerde',
  FK: 'FalklandIslandsMalvinas',
  FM: 'MicronesiaFederatedStates',
  GB: 'UnitedKingdomOfGreatBritainAndNorthernIreland',
  GS: 'SouthGeorgiaAndTheSouthSandwichIslands',
  HK: 'HongKong',
  HM: 'HeardIslandAndMcDonaldIslands',
  IR: 'IranIslamicRepublic',
  KP: 'KoreaDemocraticPeoplesRepublic',
  KR: 'KoreaRepublic',
  LA: 'LaoPeoplesDemocraticRepublic',
  MD: 'MoldovaRepublic',
  MF: 'SaintMartinFrenchpart',
  MK: 'MacedoniaTheFormerYugoslavRepublic',
  MM: 'Myanmar',
  MO: 'Macao',
  PN: 'Pitcairn',
  PS: 'PalestineState',
  RU: 'RussianFederation',
  SH: 'SaintHelenaAscensionAndTristandaCunha',
  SX: 'SintMaartenDutchpart',
  SY: 'SyrianArabRepublic',
  SZ: 'Swaziland',
  TR: 'Turkey',
  TW: 'TaiwanProvinceOfChina',
  TZ: 'TanzaniaUnitedRepublic',
  UM: 'UnitedStatesMinorOutlyingIslands',
  US: 'UnitedStatesOfAmerica',
  VA: 'HolySee',
  VC: 'SaintVincentAndTheGrenadines',
  VE: 'VenezuelaBolivarianRepublic',
  VG: 'VirginIslandsBritish',
  VI: 'VirginIslandsUS',
};

/** Codes of countries that no longer exist, with the names of those that do. */
const former: ReadonlySet<string> = new Set([
  'AN',
  'BU',
  'CS',
  'DD',
  'DY',
  'FX',
  'HV',
  'NH',
  'RH',
  'SU',
  'TP',
  'UK',
  'VD',
  'YD',
  'YU',
  'ZR',
]);

interface Countries {
  readonly byCode: ReadonlyMap<string, string>;
  readonly byName: ReadonlyMap<string, string>;
}

let countries: Countries | undefined;

function countriesNamed(): Countries {
  if (countries) return countries;
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const byCode = new Map<string, string>();
  const byName = new Map<string, string>();
  for (const code of letters.flatMap((a) => letters.map((b) => a + b))) {
    const name = names.of(code);
    if (!name || former.has(code) || !formats.country.check(code)) continue;
    const own = joined(name);
    byCode.set(code, differing[code] ?? own);
    for (const one of [own, differing[code] ?? own]) byName.set(one.toLowerCase(), code);
  }
  countries = { byCode, byName };
  return countries;
}

/** A name's words, capitalized and without what lies between them: `UnitedStates`. */
const joined = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace('&', 'and')
    .replace('St. ', 'Saint ')
    .split(/[^A-Za-z]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');

/** The code of a country that is named in English, in any spelling; another value as it is. */
export const countryOf = (value: unknown): unknown =>
  typeof value === 'string' && value.length > 2
    ? (countriesNamed().byName.get(joined(value).toLowerCase()) ?? value)
    : value;

/** The name of a country; null for an unknown code. */
export const countryName = (code: string): string | null => countriesNamed().byCode.get(code) ?? null;

/** Every country's code and name. */
export const namedCountries = (): ReadonlyMap<string, string> => countriesNamed().byCode;
