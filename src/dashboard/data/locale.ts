const percents = new Intl.NumberFormat(undefined, {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** A share from 0 to 1 in percent, as the viewer writes it; a dash for a share of nothing. */
export const formatPercent = (share: number | null): string =>
  share === null ? '–' : percents.format(share);

/** The calendar writes months in English. */
const hasMonths = navigator.language.startsWith('en');
const tokens: Readonly<Partial<Record<Intl.DateTimeFormatPartTypes, string>>> = {
  day: hasMonths ? 'D' : 'DD',
  month: hasMonths ? 'MMMM' : 'MM',
  year: 'YYYY',
};

/** How the viewer writes a day, as the calendar takes it: `MMMM D, YYYY`, `D MMMM YYYY`, `DD.MM.YYYY`. */
export const dayFormat = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  day: 'numeric',
  month: hasMonths ? 'long' : 'numeric',
})
  .formatToParts(new Date())
  .map(({ type, value }) => tokens[type] ?? value)
  .join('');

/** The key of shortcuts, as keyboards of the viewer's system name it. */
export const shortcutKey = /Mac|iP(?:hone|ad)/.test(navigator.platform) ? '⌘' : 'Ctrl';
