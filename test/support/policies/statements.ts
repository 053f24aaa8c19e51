import { Random } from './random.js';

/** What the dialects write differently. */
export interface StatementGrammar {
  /** Expressions of a row that fail for some values; `a` is the alias of a table. */
  readonly risky: readonly ((a: string) => string)[];
  /** Conditions of the same kind. */
  readonly riskyConditions: readonly ((a: string) => string)[];
  readonly hasFullJoin: boolean;
  readonly hasLateral: boolean;
  /** Of a scalar subquery with several rows, which is an error elsewhere. */
  readonly takesAnyOfMany?: boolean;
  /** A type of integers, for a CAST. */
  readonly integer: string;
  /** What this dialect alone says of a query, or with expressions in it. */
  readonly around?: readonly ((query: string) => string)[];
}

const COLUMNS = ['id', 'ref', 'region', 'n', 'note', 'doc', 'd', 'age', 'low', 'twice'];
const TABLES = ['t0', 't1', 't2'];

/** Statements of many shapes over the tables of a scene. `{s}` stands for the schema. */
export class Statements {
  private aliases = 0;

  constructor(
    private readonly random: Random,
    private readonly grammar: StatementGrammar,
  ) {}

  next(): string {
    this.aliases = 0;
    const { random } = this;
    switch (random.below(16)) {
      case 0:
        return `SELECT * FROM ${this.table()} AS a${this.where('a')}`;
      case 1:
        return this.unaliased();
      case 2:
        return this.grouped();
      case 3:
        return `${this.simple()} ${random.pick(['UNION', 'UNION ALL', 'EXCEPT', 'INTERSECT'])} ${this.simple()}`;
      case 4:
        return this.withCommonTable();
      case 5:
        return this.ofSubquery();
      case 6:
        if (random.chance(0.3))
          return `SELECT a.id, (SELECT b.note FROM ${this.table()} AS b WHERE b.ref = a.id ORDER BY b.id LIMIT 1) AS c FROM ${this.table()} AS a${this.where('a')}`;
        return `SELECT a.id, (SELECT count(*) FROM ${this.table()} AS b WHERE b.ref = a.id) AS c FROM ${this.table()} AS a${this.where('a')}`;
      case 7:
        return this.windowed();
      case 8:
      case 9:
      case 10:
        return this.unnamed();
      case 11:
        return this.unnamedWithin();
      case 12:
        return this.ofAge();
      case 13:
        return this.unqualified();
      default:
        return this.joined();
    }
  }

  private table(): string {
    const name = this.random.pick(TABLES);
    return this.random.chance(0.3) ? `{s}.${name}` : name;
  }

  private alias(): string {
    return `x${this.aliases++}`;
  }

  /** Of one integer and one text, so that set operations fit. */
  private simple(): string {
    const a = this.alias();
    const text = this.random.pick([`${a}.region`, `${a}.note`, `lower(${a}.note)`]);
    return `SELECT ${a}.id, ${text} AS t FROM ${this.table()} AS ${a}${this.where(a)}`;
  }

  private unaliased(): string {
    const table = this.random.pick(TABLES);
    const named = `{s}.${table}`;
    const column = this.random.pick(COLUMNS);
    switch (this.random.below(3)) {
      case 0:
        return `SELECT ${named}.${column}, ${table}.id FROM ${named} WHERE ${named}.id > ${this.random.below(9)}`;
      case 1:
        return `SELECT id, ${column} FROM ${table} WHERE ${table}.${column} IS NOT NULL ORDER BY id LIMIT 4`;
      default:
        return `SELECT ${named}.* FROM ${named} WHERE ${this.condition(table, 1)}`;
    }
  }

  private grouped(): string {
    const having = this.random.chance(0.3) ? ` HAVING count(*) > ${this.random.below(3)}` : '';
    const sum = this.random.chance(0.4) ? this.random.pick(this.grammar.risky)('a') : 'a.n';
    return `SELECT a.region, count(*) AS c, sum(${sum}) AS s, max(a.note) AS m FROM ${this.table()} AS a${this.where('a')} GROUP BY a.region${having}`;
  }

  /** Of a number that may be masked by a hash, and of what is computed from it. */
  private ofAge(): string {
    const from = `FROM ${this.table()} AS a${this.where('a')}`;
    switch (this.random.below(8)) {
      case 0:
        return `SELECT avg(a.age) AS mean, count(DISTINCT a.age) AS ages ${from}`;
      case 1:
        return `SELECT a.age, count(*) AS c, max(a.twice) AS t ${from} GROUP BY a.age`;
      case 2:
        return `SELECT a.id, b.id AS other FROM ${this.table()} AS a JOIN ${this.table()} AS b ON a.age = b.age AND a.id < b.id`;
      case 3:
        return `SELECT s.id, s.x FROM (SELECT a.id, a.age AS x ${from}) AS s WHERE s.x IS NOT NULL`;
      case 4:
        return `SELECT s.x + 1 AS y FROM (SELECT a.id, a.age AS x ${from}) AS s`;
      case 5:
        return `SELECT a.id FROM ${this.table()} AS a WHERE a.age > ${20 + this.random.below(6)}`;
      case 6:
        return `SELECT a.id, a.low, a.twice ${from}`;
      default:
        return `SELECT sum(CASE WHEN a.age IS NULL THEN 0 ELSE 1 END) AS c, sum(a.twice) AS t, max(a.low) AS l ${from}`;
    }
  }

  private joined(): string {
    const kinds = ['JOIN', 'LEFT JOIN', 'RIGHT JOIN', ...(this.grammar.hasFullJoin ? ['FULL JOIN'] : [])];
    const kind = this.random.pick(kinds);
    // A full join is only possible on conditions that can be merged.
    const on = kind !== 'FULL JOIN' && this.random.chance(0.3) ? ` AND ${this.condition('b', 1)}` : '';
    const tie = this.random.chance(0.2) ? 'USING (region)' : `ON a.id = b.ref${on}`;
    return `SELECT a.id, b.id AS other, a.note, b.n FROM ${this.table()} AS a ${kind} ${this.table()} AS b ${tie}${this.where(this.random.pick(['a', 'b']))}`;
  }

  private withCommonTable(): string {
    const name = this.random.pick(['c', ...TABLES]);
    const inner = `SELECT a.id, a.n, a.note, ${this.expression('a')} AS e FROM {s}.${this.random.pick(TABLES)} AS a${this.where('a')}`;
    return `WITH ${name} AS (${inner}) SELECT q.id, q.e, b.region FROM ${name} AS q JOIN ${this.table()} AS b ON b.id = q.id WHERE q.n > ${this.random.below(4)}`;
  }

  private ofSubquery(): string {
    const inner = `SELECT a.id, a.n, ${this.expression('a')} AS e FROM ${this.table()} AS a${this.where('a')}`;
    if (this.grammar.hasLateral && this.random.chance(0.3)) {
      const top = this.random.chance(0.5) ? ` ORDER BY a.id${this.random.pick(['', ' DESC'])} LIMIT 2` : '';
      return `SELECT b.id, s.e FROM ${this.table()} AS b CROSS JOIN LATERAL (${inner.replace(/ WHERE[^]*/, '')} WHERE a.ref = b.id${top}) AS s`;
    }
    return `SELECT s.id, s.e FROM (${inner}) AS s WHERE s.${this.random.pick(['id', 'n', 'e'])} IS NOT NULL`;
  }

  /** Queries within others, whose columns may be those of either. */
  private unqualified(): string {
    const { random } = this;
    const column = (): string => random.pick(['id', 'ref', 'n']);
    const text = (): string => random.pick(['region', 'note']);
    const within = `${this.table()} AS b${random.pick(['', ` WHERE ${text()} = 'EU'`, ` WHERE b.ref = a.id AND ${text()} IS NOT NULL`])}`;
    const from = `FROM ${this.table()} AS a`;
    switch (random.below(4)) {
      case 0:
        return `SELECT a.id ${from} WHERE a.${column()} IN (SELECT ${column()} FROM ${within})`;
      case 1:
        return `SELECT a.id, (SELECT count(${text()}) FROM ${within}) AS c ${from}`;
      case 2:
        return `SELECT a.id ${from} WHERE EXISTS (SELECT 1 FROM ${this.table()} AS b WHERE b.id = a.id AND ${text()} <> 'a')`;
      default:
        return `SELECT s.x FROM (SELECT b.id AS x, ${text()} AS y FROM ${within.replace(/ WHERE b[^]*/, '')}) AS s WHERE s.y IS NOT NULL`;
    }
  }

  private windowed(): string {
    const inner = `SELECT a.id, a.region, row_number() OVER (PARTITION BY a.region ORDER BY a.id) AS r, ${this.expression('a')} AS e FROM ${this.table()} AS a${this.where('a')}`;
    return `SELECT w.id, w.r FROM (${inner}) AS w WHERE w.r <= ${1 + this.random.below(3)}`;
  }

  /** Columns that have no name but what the engine makes of an expression with a query in it. */
  private unnamed(): string {
    const { random } = this;
    const [one, two] = [this.ofQuery('a', 2), this.ofQuery('a', 1)];
    const from = `FROM ${this.table()} AS a${this.where('a')}`;
    switch (random.below(7)) {
      case 0:
        return `SELECT ${this.ofQuery(null, 2)}`;
      case 1:
        return `SELECT  /* first */\t${one}  /* and */,${two}  ${from}`;
      case 2:
        return `SELECT DISTINCT ${one}, a.id ${from} ORDER BY a.id`;
      case 3:
        return `SELECT a.id, ${one} ${from} UNION SELECT b.id, ${this.ofQuery('b', 1)} FROM ${this.table()} AS b`;
      case 4:
        return `SELECT ${one}, ${one} ${from}`;
      case 5:
        return `SELECT a.region, max(${this.ofQuery(null, 0)}) ${from} GROUP BY a.region, ${this.ofQuery(null, 0)}`;
      default:
        return `SELECT ${one}, count(*) OVER (PARTITION BY a.region), a.*, ${two} AS two ${from}`;
    }
  }

  /** They are columns of a query around, which a star reads. */
  private unnamedWithin(): string {
    const { random } = this;
    const inner = `SELECT a.id, ${this.ofQuery('a', 2)} FROM ${this.table()} AS a${this.where('a')}`;
    const around = this.grammar.around ?? [];
    if (random.chance(0.4) && around.length > 0) return random.pick(around)(inner);
    const name = random.pick(['c', ...TABLES]);
    switch (random.below(4)) {
      case 0:
        return `SELECT * FROM (${inner}) AS s`;
      case 1:
        return `SELECT s.*, (SELECT count(*) FROM (${inner}) AS i WHERE i.id > s.id) FROM (${inner}) AS s`;
      case 2:
        return `WITH ${name} AS (${inner.replace(/ FROM (t\d)/, ' FROM {s}.$1')}) SELECT * FROM ${name}`;
      default:
        return `SELECT * FROM (SELECT * FROM (${inner}) AS s UNION ALL SELECT b.id, NULL FROM ${this.table()} AS b) AS u`;
    }
  }

  /** An integer of a query, perhaps about a row of `a`. */
  private ofQuery(a: string | null, depth: number): string {
    const { random } = this;
    const x = this.alias();
    const from = `FROM ${this.table()} AS ${x}`;
    const tie = a !== null && random.chance(0.5) ? ` WHERE ${x}.ref = ${a}.id` : this.where(x);
    const inner = depth > 0 && random.chance(0.5) ? this.ofQuery(x, depth - 1) : `${x}.n`;
    switch (random.below(8)) {
      case 0:
        return `(SELECT count(*) ${from}${tie})`;
      case 1:
        return `(SELECT  max( ${inner} ) ${from}${tie})`;
      case 2:
        return `coalesce((SELECT min(${x}.id) ${from}${tie}), 0) + 1`;
      case 3:
        return `CASE WHEN EXISTS (SELECT 1 ${from}${tie}) THEN 1 ELSE 0 END`;
      case 4:
        return `CAST((SELECT count(${x}.note) ${from}${tie}) AS ${this.grammar.integer})`;
      case 5:
        return `(SELECT sum(s.n) FROM (SELECT ${inner} AS n ${from}${tie}) AS s)`;
      case 6:
        return `CASE WHEN ${a === null ? '2' : `${a}.id`} IN (SELECT ${x}.ref ${from}${tie}) THEN 7 END`;
      default:
        return `(SELECT count(*) ${from} WHERE ${x}.region = 'EU') - (SELECT count(*) FROM ${this.table()})`;
    }
  }

  private expression(a: string): string {
    return this.random.chance(0.5) ? this.random.pick(this.grammar.risky)(a) : `${a}.${this.random.pick(COLUMNS)}`;
  }

  private where(a: string): string {
    return this.random.chance(0.2) ? '' : ` WHERE ${this.condition(a, 2)}`;
  }

  private condition(a: string, depth: number): string {
    const { random } = this;
    if (depth > 0 && random.chance(0.35))
      return `(${this.condition(a, depth - 1)} ${random.pick(['AND', 'OR'])} ${this.condition(a, depth - 1)})`;
    if (random.chance(0.35)) return random.pick(this.grammar.riskyConditions)(a);
    const other = this.alias();
    return random.pick([
      `${a}.n > ${random.below(5)}`,
      `${a}.id BETWEEN 2 AND ${3 + random.below(9)}`,
      `${a}.region IN ('EU', 'US')`,
      `${a}.region IS NULL`,
      `NOT ${a}.note = 'a'`,
      `${a}.note LIKE 'a%'`,
      `lower(${a}.note) = 'alpha'`,
      `length(${a}.note) > 1`,
      `coalesce(${a}.region, 'EU') = 'EU'`,
      `${a}.d > '2022-01-01'`,
      `${a}.twice > ${45 + random.below(20)}`,
      `${a}.low LIKE 'a%'`,
      `${a}.age IS NOT NULL`,
      `EXISTS (SELECT 1 FROM ${this.table()} AS ${other} WHERE ${other}.ref = ${a}.id)`,
      `${a}.id IN (SELECT ${other}.ref FROM ${this.table()} AS ${other} WHERE ${other}.region = 'EU')`,
      `${a}.id NOT IN (SELECT ${other}.id FROM ${this.table()} AS ${other} WHERE ${other}.n IS NULL)`,
      `${a}.n = (SELECT ${this.grammar.takesAnyOfMany ? `min(${other}.n)` : `${other}.n`} FROM ${this.table()} AS ${other} WHERE ${other}.ref = ${a}.id)`,
      `${a}.n < (SELECT max(${other}.n) FROM ${this.table()} AS ${other})`,
    ]);
  }
}
