import type { ServerTarget } from '../../src/engines/catalog-reader/target.js';
import { type Change, type Fixture, HOSTILE_COMMENT, ODD_NAMES, type PreparedSource } from '../contracts/source-reader.contract.js';
import { type MySqlServer, quoted } from './mysql-server.js';

/** No characters beyond the basic plane, and 64 characters; a table is a file, in whose name ü takes five bytes. */
export const MYSQL_ODD_NAMES = [
  ...ODD_NAMES.filter((name) => !/[\u{10000}-\u{10ffff}]/u.test(name) && !name.startsWith('üü')),
  '漢字 Ärmel',
  'ü'.repeat(46),
  'x'.repeat(64),
];

export const MYSQL_EXOTIC_TYPES = {
  spot: 'point',
  shape: 'geometry',
  id: 'uuid',
  address: 'inet6',
  flags: 'bit(3)',
  born: 'year(4)',
  tags: "set('a','b''c')",
  amount: 'decimal(65,30) unsigned zerofill',
  document: 'longtext',
  at: 'timestamp(6)',
};

const RIVERS = `
  CREATE TABLE countries (
    code char(2) PRIMARY KEY COMMENT 'Ünïcode 🌊', name varchar(100) NOT NULL, UNIQUE KEY countries_name (name)
  ) COMMENT ${literal(HOSTILE_COMMENT)};
  CREATE TABLE rivers (
    id int AUTO_INCREMENT PRIMARY KEY, name varchar(100) NOT NULL,
    length_km decimal(8,1) NOT NULL DEFAULT 0, country char(2), label varchar(100) AS (upper(name)) STORED,
    kind enum('stream', 'river', 'it''s'),
    CONSTRAINT length_not_negative CHECK (length_km >= 0),
    FOREIGN KEY (country) REFERENCES countries (code) ON UPDATE CASCADE ON DELETE SET NULL,
    KEY rivers_country_name (country, name)
  );
  CREATE TABLE river_countries (river_id int, country char(2), PRIMARY KEY (river_id, country));
  CREATE TABLE crossings (
    id int PRIMARY KEY, river_id int, country char(2),
    FOREIGN KEY (river_id, country) REFERENCES river_countries (river_id, country) ON DELETE CASCADE
  );
  CREATE VIEW long_rivers AS SELECT id, name FROM rivers WHERE length_km > 1000;`;

const CHANGES: Readonly<Record<Change, string>> = {
  rows: "INSERT INTO countries (code, name) VALUES ('EG', 'Egypt'), ('SD', 'Sudan')",
  'add column': 'ALTER TABLE rivers ADD COLUMN mouth text',
  'drop column': 'ALTER TABLE rivers DROP COLUMN label',
  comment: "ALTER TABLE rivers COMMENT 'All of them'",
  index: 'CREATE INDEX rivers_name ON rivers (name)',
  view: 'CREATE VIEW short_rivers AS SELECT id FROM rivers WHERE length_km < 10',
  table: 'CREATE TABLE lakes (id int)',
};

/** The sources of the contract, each in a database of its own with a role that sees no other. */
export class MySqlFixtures {
  private made = 0;

  constructor(private readonly server: MySqlServer) {}

  async prepare(fixture: Fixture): Promise<PreparedSource> {
    this.made += 1;
    const schema = await this.server.database(`contract_${this.made}`);
    await this.server.run(`USE ${schema}; ${this.ddl(fixture)}`);
    const grants = [`ALL ON ${schema}.*`];
    if (fixture === 'rivers') {
      if (this.made === 1) await this.archive(schema);
      grants.push('ALL ON archive.*');
    }
    const server = await this.server.user(`reader_${this.made}`, ...grants);
    return {
      target: target(server, { database: schema }),
      schema,
      change: (what) => this.server.run(`USE ${schema}; ${CHANGES[what]}`),
    };
  }

  private async archive(schema: string): Promise<void> {
    await this.server.database('archive');
    await this.server.run(`
      USE archive; CREATE TABLE rivers (id int PRIMARY KEY);
      CREATE TABLE notes (river_id int, FOREIGN KEY (river_id) REFERENCES ${schema}.rivers (id))`);
  }

  private ddl(fixture: Fixture): string {
    switch (fixture) {
      case 'rivers':
        return RIVERS;
      case 'odd names':
        return MYSQL_ODD_NAMES.map((name) => `CREATE TABLE ${quoted(name)} (${quoted(name)} int)`).join(';');
      case 'types': {
        const columns = Object.entries({ ...MYSQL_EXOTIC_TYPES, document: 'json' });
        return `CREATE TABLE exotic (${columns.map((column) => column.join(' ')).join(', ')})`;
      }
      case 'many':
        return Array.from({ length: 1200 }, (_, number) => String(number).padStart(4, '0'))
          .map((number) => `CREATE TABLE t_${number} (id int PRIMARY KEY, name text) ENGINE=Aria TRANSACTIONAL=0`)
          .join(';');
      case 'empty':
        return 'DO 0';
    }
  }
}

export function target(server: ServerTarget['server'], changed: Partial<ServerTarget['server']> = {}): ServerTarget {
  return { engine: 'mysql', server: { ...server, ...changed } };
}

/** Its catalog is UTF-8 of three bytes: any other character becomes a question mark when it is stored. */
export function keptByMariaDb(text: string): string {
  return text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?');
}

function literal(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
