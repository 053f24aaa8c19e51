import type { FoundSchema, RowEstimates } from '../reading.js';
import type { Target } from '../target.js';
import type { Relation } from '../relation.js';
import type { UserType } from '../user-type.js';
import type { SourceFacts } from '../source-facts.js';
import type { LockedRelation, OpenSource, ReadingFault, SourceReader } from '../source-reader.js';
import { assemble } from './assembling.js';
import { faultOf } from './faults.js';
import { fingerprints } from './fingerprint.js';
import { BySchema } from './by-schema.js';
import { Names } from './names.js';
import { paged, readPage } from './pages.js';
import { Session } from './session.js';
import { mayWrite } from './privileges.js';
import { sourceFacts } from './source-facts.js';
import type { EstimateRow, ListedRow, UserTypeRow } from './catalog-rows.js';
import { type Statements, statementsFor } from './statements.js';
import { arrayText, firstLabels, labelsOf } from './texts.js';

/** PostgreSQL 10 and later, by its catalog alone: `information_schema` hides keys and views from a role that may only read. */
export class PostgresqlReader implements SourceReader {
  async open(target: Target, timeoutMs: number, stop?: AbortSignal): Promise<OpenSource> {
    if (!('server' in target)) throw new TypeError('A server is needed, and this is a file.');
    const { name, port, database } = target.server;
    const session = await Session.open(target.server, timeoutMs, stop);
    return new OpenPostgresql(session, JSON.stringify([name, port, database]));
  }

  faultOf(error: unknown): ReadingFault | undefined {
    return faultOf(error);
  }
}

class OpenPostgresql implements OpenSource {
  private readonly statements: Statements;
  private readonly names: Names;
  private readonly lists: BySchema<ListedRow>;
  private readonly rowEstimates: BySchema<EstimateRow>;
  private readonly userTypes: BySchema<UserTypeRow>;

  constructor(
    private readonly session: Session,
    private readonly place: string,
  ) {
    this.statements = statementsFor(session.version);
    this.names = new Names(session, this.statements);
    this.lists = new BySchema(session, this.statements.list);
    this.rowEstimates = new BySchema(session, this.statements.estimates);
    this.userTypes = new BySchema(session, this.statements.userTypes);
  }

  get serverVersion(): string {
    return this.session.versionText;
  }

  async schemas(name: string | null): Promise<readonly FoundSchema[]> {
    if (name !== null && !canBeName(name)) return [];
    this.lists.expect(name);
    this.rowEstimates.expect(name);
    this.userTypes.expect(name);
    const rows = await this.session.rows<[string, string | null, string, string]>(fingerprints(this.session.version), [name, this.place]);
    const { database } = this.session;
    const found = new Map(rows.map((row) => [row[0], row]));
    return Array.from(found.values(), ([schema, comment, fingerprint, oid]) => {
      return { name: schema, comment, fingerprint, engineId: database === null ? null : `${database}/${oid}` };
    });
  }

  facts(): Promise<SourceFacts> {
    return sourceFacts(this.session);
  }

  mayWrite(): Promise<boolean> {
    return mayWrite(this.session);
  }

  async types(schema: string): Promise<readonly UserType[]> {
    if (!canBeName(schema)) return [];
    const rows = await this.userTypes.of(schema);
    return rows.map(([, kind, name, comment, labels, base, notNull, fallback, checks, attributes]) => ({
      kind: TYPE_KINDS[kind] ?? 'enum',
      name,
      comment,
      ...firstLabels(labelsOf(labels) ?? []),
      base,
      nullable: notNull !== 't',
      default: fallback,
      checks: labelsOf(checks) ?? [],
      attributes: attributesOf(attributes),
    }));
  }

  async estimates(schema: string): Promise<RowEstimates> {
    if (!canBeName(schema)) return [];
    const listed = toldApart(await this.rowEstimates.of(schema));
    const partitioned = listed.filter(([, , , kind]) => kind === 'p').map(([, oid]) => oid);
    const sums = partitioned.length === 0 ? [] : await this.sumsOf(partitioned);
    const ofPartitions = new Map(sums);
    return listed.map(([, oid, name, , rows]) => {
      const estimate = rows ?? ofPartitions.get(oid) ?? null;
      return [name, estimate === null ? null : Number(estimate)];
    });
  }

  private sumsOf(oids: readonly string[]): Promise<[oid: string, rows: string | null][]> {
    return this.session.rows<[string, string | null]>(this.statements.partitionRows, [arrayText(oids)]);
  }

  async *relations(schema: string, onLocked: LockedRelation = () => undefined): AsyncGenerator<readonly Relation[]> {
    if (!canBeName(schema)) return;
    const pages = paged(toldApart(await this.lists.of(schema)));
    // The source works on the next page while this one is put together and taken away.
    let next = this.begin(pages.shift());
    for (let read = await next(); read !== undefined; read = await next()) {
      const { page, locked } = read;
      for (const name of locked) onLocked(name);
      const learned = this.names.learn(page.columns, page.constraints);
      next = this.begin(pages.shift());
      await learned;
      yield assemble(schema, page, this.names, this.session.database);
    }
  }

  close(): Promise<void> {
    return this.session.close();
  }

  private begin(listed: readonly ListedRow[] | undefined) {
    if (listed === undefined) return async () => undefined;
    const reading = readPage(this.session, this.statements, listed);
    // A reading that is given up asks for no further page, so the error may have no receiver.
    reading.catch(() => undefined);
    return () => reading;
  }
}

/** Several names may look alike where bytes of them cannot be read. */
function toldApart<Rest extends (string | null)[]>(
  rows: readonly [schema: string, oid: string, name: string, ...Rest][],
): readonly [schema: string, oid: string, name: string, ...Rest][] {
  const seen = new Set<string>();
  return rows.map((row) => {
    const [schema, oid, name, ...rest] = row;
    if (!seen.has(name)) return seen.add(name) && row;
    return [schema, oid, `${name} (${oid})`, ...rest];
  });
}

const TYPE_KINDS: Readonly<Record<string, UserType['kind']>> = { d: 'domain', c: 'composite' };

type AttributeCells = [name: string, type: string, collation: string | null, comment: string | null];

function attributesOf(json: string | null): UserType['attributes'] {
  const found = json === null ? [] : (JSON.parse(json) as AttributeCells[]);
  return found.map(([name, type, collation, comment]) => ({ name, type, collation, comment }));
}

/** A text with NUL or half a surrogate pair cannot be a name in PostgreSQL. */
function canBeName(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}
