import pg from 'pg';

const INT8 = 20;

// Amounts and counts stay below 2^53, so a number holds them exactly; pg itself would answer text.
pg.types.setTypeParser(INT8, Number);
