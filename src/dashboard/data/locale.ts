const percents = new Intl.NumberFormat(undefined, {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** A share from 0 to 1 as a percentage in the viewer's format; a dash for null. */
export const formatPercent = (share: number | null): string =>
  share === null ? '–' : percents.format(share);

const wholePercents = new Intl.NumberFormat(undefined, { style: 'percent' });
/** A share in whole percent, for the axis of a chart. */
export const formatWholePercent = (share: number): string => wholePercents.format(share);

const counts = new Intl.NumberFormat();
/** A count, with the viewer's digit grouping. */
export const formatCount = (count: number): string => counts.format(count);

const milliseconds = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'millisecond' });
export const formatMilliseconds = (ms: number): string => milliseconds.format(ms);

const kilobytes = new Intl.NumberFormat(undefined, {
  style: 'unit',
  unit: 'kilobyte',
  maximumFractionDigits: 1,
});
/** The size of a file. */
export const formatBytes = (bytes: number): string => kilobytes.format(bytes / 1000);

/** The calendar writes months in English. */
const hasMonths = navigator.language.startsWith('en');
const tokens: Readonly<Partial<Record<Intl.DateTimeFormatPartTypes, string>>> = {
  day: hasMonths ? 'D' : 'DD',
  month: hasMonths ? 'MMMM' : 'MM',
  year: 'YYYY',
};

/** The viewer's date format for the calendar: `MMMM D, YYYY`, `D MMMM YYYY`, `DD.MM.YYYY`. */
export const dayFormat = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  day: 'numeric',
  month: hasMonths ? 'long' : 'numeric',
})
  .formatToParts(new Date())
  .map(({ type, value }) => tokens[type] ?? value)
  .join('');

/** The modifier key of shortcuts, as the viewer's system names it. */
export const shortcutKey = /Mac|iP(?:hone|ad)/.test(navigator.platform) ? '⌘' : 'Ctrl';

const languageNames = new Intl.DisplayNames(undefined, { type: 'language' });
/** The name of a language. */
export const formatLanguage = (code: string): string => languageNames.of(code) ?? code;

const regionNames = new Intl.DisplayNames(undefined, { type: 'region' });
/** A country by its ISO 3166 code, with its name: `Germany (DE)`. */
export const formatCountry = (code: string): string => {
  const name = regionNames.of(code);
  return name && name !== code ? `${name} (${code})` : code;
};
