import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { spreadFigures, withFigures } from './page.ts';
import { drawSpread } from './picture.ts';

/**
 * The command behind `npm run simulate:spread`: how evenly merchants of unequal size spread over nodes, the effect of
 * the hottest one, and how much data moves to level the load. It prints figures, and writes them and their picture into
 * the page.
 */
const docs = path.resolve(import.meta.dirname, '../../../../docs');
const page = path.join(docs, 'scaling.md');

process.stdout.write(`${spreadFigures()}\n`);
writeFileSync(path.join(docs, 'pictures/spread.svg'), drawSpread());
writeFileSync(page, withFigures(readFileSync(page, 'utf8')));
