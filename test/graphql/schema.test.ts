import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  allResources,
  type FieldDescription,
  isColumn,
  isList,
  type ResourceDescription,
} from '../../src/core/model/index.ts';
import { buildGraphqlSchema, printGraphqlSchema } from '../../src/graphql/schema.ts';
import { createDatabase } from '../kit/database.ts';

const schema = buildGraphqlSchema();
const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);

interface Described {
  readonly name: string;
  readonly description?: string | null | undefined;
}

/** Everything in a type that a description belongs to, under its path. */
function partsOf(type: GraphQLNamedType): [string, Described][] {
  const parts: [string, Described][] = [[type.name, type]];
  const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
  for (const field of fields) {
    parts.push([`${type.name}.${field.name}`, field]);
    for (const arg of field.args) parts.push([`${type.name}.${field.name}(${arg.name}:)`, arg]);
  }
  const members = isEnumType(type)
    ? type.getValues()
    : isInputObjectType(type)
      ? Object.values(type.getFields())
      : [];
  for (const member of members) parts.push([`${type.name}.${member.name}`, member]);
  return parts;
}

describe('the schema', () => {
  it('describes everything in it', () => {
    const parts = types.flatMap(partsOf);
    expect(parts.length).toBeGreaterThan(1000);
    const silent = parts.filter(([, part]) => !part.description?.trim()).map(([name]) => name);
    expect(silent).toEqual([]);
  });

  it('is the one that is written down', async () => {
    const file = path.resolve(import.meta.dirname, '../../schema/schema.graphql');
    expect(await readFile(file, 'utf8')).toBe(printGraphqlSchema(schema));
  });

  it('has every resource as a Node', () => {
    const node = schema.getType('Node');
    for (const { target } of allResources()) {
      const type = schema.getType(target.name);
      if (!isObjectType(type)) throw new Error(`${target.name} is no object type.`);
      expect(type.getInterfaces()).toContain(node);
      expect(String(type.getFields().id?.type)).toBe('ID!');
    }
  });

  it('names everything in camelCase, enumerations as the specification does', () => {
    const named = types
      .filter((type) => !isEnumType(type))
      .flatMap(partsOf)
      .filter(([place]) => /[.(]/.test(place));
    expect(
      named.filter(([, part]) => !/^[a-z][A-Za-z0-9]*$/.test(part.name)).map(([place]) => place),
    ).toEqual([]);
  });
});

interface Column {
  name: string;
  type: string;
  nullable: boolean;
  generated: boolean;
}

const columnTypes: Partial<Record<FieldDescription['kind'], string>> = {
  id: 'text',
  text: 'text',
  enumeration: 'text',
  amount: 'bigint',
  integer: 'integer',
  bool: 'boolean',
  timestamp: 'timestamp(3) with time zone',
};

/** The column that a field's description asks for. */
const expectedColumn = (field: FieldDescription): Column => ({
  name: field.name,
  type: field.encrypted ? 'bytea' : (columnTypes[field.kind] ?? 'jsonb'),
  nullable: !field.required && !isList(field),
  generated: false,
});

describe.each(allResources().map((resource) => [resource.table, resource] as const))(
  'table %s',
  (_, resource) => {
    let client: pg.Client;

    beforeAll(async () => {
      client = await connected();
    });
    afterAll(() => client.end());

    it('has the columns that are described and no others', async () => {
      const columns = await columnsOf(client, resource);
      const described = resource.fields.filter(isColumn).map(expectedColumn);
      const byName = (a: Column, b: Column) => (a.name < b.name ? -1 : 1);
      expect(columns.filter((column) => column.name !== 'search').sort(byName)).toEqual(
        described.sort(byName),
      );
      const search = columns.find((column) => column.name === 'search');
      const searched = resource.fields.some((field) => field.search);
      expect(search?.generated ?? false).toBe(searched);
    });

    it('has an index for every filter and every order', async () => {
      const indexes = await indexesOf(client, resource);
      const merchant = resource.owned ? ['merchant_id'] : [];
      const leads = (columns: string[]) =>
        indexes.some((index) => columns.every((column, i) => index[i] === column));
      const unindexed = resource.fields
        .filter((field) => field.filter || field.sort)
        .filter((field) => !leads([...merchant, field.name]))
        .map((field) => field.name);
      expect(unindexed).toEqual([]);
      // Lists are read from an index in their order, within a merchant and, by the admin key, across merchants.
      const { order, id } = resource;
      const listed = resource.fields.some((field) => field.filter);
      if (!listed) return;
      expect(indexes).toContainEqual([...merchant, order, id]);
      expect(indexes).toContainEqual([order, ...merchant, id]);
      if (resource.fields.some((field) => field.search)) expect(indexes).toContainEqual(['search']);
    });

    it('has an index for the lists that its rows nest', async () => {
      for (const field of resource.fields.filter((candidate) => candidate.kind === 'children')) {
        const child = allResources().find((candidate) => candidate.target === field.of!())!;
        const indexes = await indexesOf(client, child);
        expect(indexes).toContainEqual(['merchant_id', resource.id, child.order, child.id]);
      }
    });
  },
);

/** A database as the migrations leave it: what is looked at here is nobody's data. */
let databaseUrl: Promise<string> | undefined;
async function connected(): Promise<pg.Client> {
  databaseUrl ??= createDatabase();
  const client = new pg.Client({ connectionString: await databaseUrl });
  await client.connect();
  return client;
}

async function columnsOf(client: pg.Client, { table }: ResourceDescription): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select attname as name, format_type(atttypid, atttypmod) as type, not attnotnull as nullable,
            attgenerated <> '' as generated
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  );
  return rows;
}

/** The columns of each of a table's indexes, in order. */
async function indexesOf(client: pg.Client, { table }: ResourceDescription): Promise<string[][]> {
  const { rows } = await client.query<{ indexdef: string }>(
    'select indexdef from pg_indexes where tablename = $1',
    [table],
  );
  return rows.map(({ indexdef }) => /using \w+ \(([^)]*)\)/i.exec(indexdef)![1]!.split(', '));
}
