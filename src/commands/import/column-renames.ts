import { UsageError } from '../command-line.ts';

/**
 * A file of CSV with columns of its header renamed.
 *
 * @param renames Pairs of names, such as `pan=card.card_number,ref=customer_id`.
 * @throws {UsageError} for a malformed pair, or a column that the header lacks.
 */
export function renamedColumns(content: Buffer, renames: string): Buffer {
  const end = content.indexOf('\n');
  const header = content.toString('utf8', 0, end < 0 ? content.length : end).replace(/^\uFEFF/, '');
  const names = header
    .replace(/\r$/, '')
    .split(',')
    .map((name) => name.trim().replace(/^"(.*)"$/, '$1'));
  for (const pair of renames.split(',')) {
    const [theirs, ours, ...more] = pair.split('=').map((name) => name.trim());
    if (!theirs || !ours || more.length > 0)
      throw new UsageError('--columns must be pairs of names such as pan=card.card_number, between commas.');
    const index = names.indexOf(theirs);
    if (index < 0)
      throw new UsageError(
        `--columns names a column that the header does not have: pair ${pairNumber(renames, pair)}.`,
      );
    names[index] = ours;
  }
  const rest = end < 0 ? Buffer.alloc(0) : content.subarray(end);
  return Buffer.concat([Buffer.from(names.join(',')), rest]);
}

const pairNumber = (renames: string, pair: string) => renames.split(',').indexOf(pair) + 1;
