import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');

/** The table rows whose first cell is a requirement's number. */
function rowsOf(paper: string): { readonly number: string; readonly cells: readonly string[] }[] {
  return readFileSync(path.join(root, paper), 'utf8')
    .split('\n')
    .filter((line) => /^\| \d+(?:\.\d+)+ \|/.test(line))
    .map((line) => {
      const [number, ...cells] = line
        .slice(1, -1)
        .split(' | ')
        .map((cell) => cell.trim());
      return { number: number!, cells };
    });
}

/** Numbers such as `3.1.1` to `3.1.4`, from the number of requirements in each section. */
const numbered = (sections: Readonly<Record<string, number>>): string[] =>
  Object.entries(sections).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  );

/** A path in backticks, a link to a page, or a reason why there is none. */
const isHeld = (text: string) =>
  /`(?:test|schema)\/[^`]+`|\]\([^)]+\)|Not applicable|Operator|Gap:|^as \d|^–$/.test(text) ||
  text.length > 20;

/** Levels 1 and 2 of ASVS 5.0.0: the requirements of each section, without those of level 3. */
const asvs: Readonly<Record<string, readonly number[]>> = {
  '1.1': [1, 2],
  '1.2': [1, 2, 3, 4, 5, 6, 7, 8, 9],
  '1.3': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '1.4': [1, 2, 3],
  '1.5': [1, 2],
  '2.1': [1, 2, 3],
  '2.2': [1, 2, 3],
  '2.3': [1, 2, 3, 4],
  '2.4': [1],
  '3.2': [1, 2],
  '3.3': [1, 2, 3, 4],
  '3.4': [1, 2, 3, 4, 5, 6],
  '3.5': [1, 2, 3, 4, 5],
  '3.7': [1, 2],
  '4.1': [1, 2, 3],
  '4.2': [1],
  '4.3': [1, 2],
  '4.4': [1, 2, 3, 4],
  '5.1': [1],
  '5.2': [1, 2, 3],
  '5.3': [1, 2],
  '5.4': [1, 2, 3],
  '6.1': [1, 2, 3],
  '6.2': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  '6.3': [1, 2, 3, 4],
  '6.4': [1, 2, 3, 4],
  '6.5': [1, 2, 3, 4, 5],
  '6.6': [1, 2, 3],
  '6.8': [1, 2, 3, 4],
  '7.1': [1, 2, 3],
  '7.2': [1, 2, 3, 4],
  '7.3': [1, 2],
  '7.4': [1, 2, 3, 4, 5],
  '7.5': [1, 2],
  '7.6': [1, 2],
  '8.1': [1, 2],
  '8.2': [1, 2, 3],
  '8.3': [1],
  '8.4': [1],
  '9.1': [1, 2, 3],
  '9.2': [1, 2, 3, 4],
  '10.1': [1, 2],
  '10.2': [1, 2],
  '10.3': [1, 2, 3, 4],
  '10.4': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '10.5': [1, 2, 3, 4, 5],
  '10.6': [1, 2],
  '10.7': [1, 2, 3],
  '11.1': [1, 2],
  '11.2': [1, 2, 3],
  '11.3': [1, 2, 3],
  '11.4': [1, 2, 3, 4],
  '11.5': [1],
  '11.6': [1],
  '12.1': [1, 2, 3],
  '12.2': [1, 2],
  '12.3': [1, 2, 3, 4],
  '13.1': [1],
  '13.2': [1, 2, 3, 4, 5],
  '13.3': [1, 2],
  '13.4': [1, 2, 3, 4, 5],
  '14.1': [1, 2],
  '14.2': [1, 2, 3, 4],
  '14.3': [1, 2, 3],
  '15.1': [1, 2, 3],
  '15.2': [1, 2, 3],
  '15.3': [1, 2, 3, 4, 5, 6, 7],
  '16.1': [1],
  '16.2': [1, 2, 3, 4, 5],
  '16.3': [1, 2, 3, 4],
  '16.4': [1, 2, 3],
  '16.5': [1, 2, 3],
  '17.1': [1],
  '17.2': [1, 2, 3, 4],
  '17.3': [1, 2],
};

test('Every requirement of ASVS 5.0, levels 1 and 2, has a row with its control', () => {
  const rows = rowsOf('docs/asvs.md');
  const expected = Object.entries(asvs).flatMap(([section, numbers]) =>
    numbers.map((n) => `${section}.${n}`),
  );
  expect(rows.map(({ number }) => number)).toEqual(expected);
  expect(rows.filter(({ cells }) => cells.length !== 3 || !isHeld(cells[2]!))).toEqual([]);
});

/** Requirements 3, 6.4.3, 8, 10 and 11.6.1 of PCI DSS 4.0.1, with the numbers beneath them. */
const pci = [
  ...[
    '3.1.1',
    '3.1.2',
    '3.2.1',
    '3.3.1',
    '3.3.1.1',
    '3.3.1.2',
    '3.3.1.3',
    '3.3.2',
    '3.3.3',
    '3.4.1',
    '3.4.2',
  ],
  ...['3.5.1', '3.5.1.1', '3.5.1.2', '3.5.1.3', '3.6.1', '3.6.1.1', '3.6.1.2', '3.6.1.3', '3.6.1.4'],
  ...numbered({ '3.7': 9 }),
  '6.4.3',
  ...numbered({ '8.1': 2, '8.2': 8, '8.3': 10 }),
  ...['8.3.10.1', '8.3.11'],
  ...numbered({ '8.4': 3, '8.5': 1, '8.6': 3, '10.1': 2 }),
  '10.2.1',
  ...numbered({ '10.2.1': 7 }),
  '10.2.2',
  ...numbered({ '10.3': 4 }),
  ...['10.4.1', '10.4.1.1', '10.4.2', '10.4.2.1', '10.4.3', '10.5.1'],
  ...numbered({ '10.6': 3, '10.7': 3 }),
  '11.6.1',
];

test('Every PCI DSS requirement for the service has a row', () => {
  const rows = rowsOf('docs/security.md');
  expect(rows.map(({ number }) => number)).toEqual(pci);
  expect(rows.filter(({ cells }) => cells.length !== 3 || !isHeld(cells[1]!))).toEqual([]);
});
