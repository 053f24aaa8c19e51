import { DatabaseError } from 'pg';
import Cursor from 'pg-cursor';
import type { JudgedQuery } from '../../../application/ports/querying.js';
import type { ServerTarget } from '../../../../engines/catalog-reader/target.js';
import { connect, type Connected, type Purpose } from '../../../../engines/catalog-reader/postgresql/connecting.js';
import { faultOf, isFull } from '../../../../engines/catalog-reader/postgresql/faults.js';
import { cellsOf, hasHoles, patched } from '../../../../engines/catalog-reader/postgresql/unreadable.js';
import { bareStatement } from '../../../../engines/sql-guard/postgresql/bare-statement.js';
import { GOODBYE_MS, terminate, within } from '../../../../engines/catalog-reader/postgresql/terminating.js';
import { RowIntake } from '../row-intake.js';
import { type ServerConnection, type ServerEngine, type TakenRows, AGAIN_MS, NO_ROWS, StatementRefused } from '../statement-engine.js';
import { type Begun, begin, beginAgain, undo } from './beginning.js';
import { cellOf, TypeNames } from './cells.js';
import { meaningOf } from './refusals.js';

const QUERYING: Purpose = { applicationName: 'headgate-query', pipeline: false };
const CONNECT_MS = 10_000;
/** Few at once, because a row may be large. */
const ROWS_AT_ONCE = 50;

/**
 * The role that connects should only be allowed to SELECT: a read-only transaction does not stop functions that a privileged role may
 * call (files, settings, other sessions), nor what such functions write elsewhere.
 */
export const postgresqlEngine: ServerEngine = {
  async open(target, timeoutMs, stop) {
    if (!('server' in target)) throw new TypeError('PostgreSQL is a server and not a file.');
    const { server } = target;
    const patience = Math.min(CONNECT_MS, timeoutMs);
    const connected = await connect(server, patience, stop, QUERYING);
    const begun = await connected.wire.orCut(begin(connected.client, timeoutMs), patience, stop);
    return new OpenPostgresql(connected, server, begun);
  },
  faultOf,
  isFull,
};

type Values = JudgedQuery['values'];
type Row = readonly (string | null)[];
type Field = { readonly name: string; readonly dataTypeID: number };

/** How the rows of the person's statement come. */
interface Shape {
  fields: readonly Field[] | null;
  readonly cellsOf: (row: Row) => Row;
}

/** A character has no equivalent in UTF-8. */
const UNTRANSLATABLE = '22P05';

class OpenPostgresql implements ServerConnection {
  private isRunning = false;
  private closed: Promise<void> | undefined;
  private asked = 0;
  private readonly typeNames: TypeNames;
  /** No command of the driver learns that the connection ended. */
  private readonly lost: Promise<never>;

  constructor(
    private readonly connected: Connected,
    private readonly server: ServerTarget['server'],
    private readonly begun: Begun,
  ) {
    const { client } = connected;
    this.typeNames = new TypeNames(client);
    this.lost = new Promise((_, reject) => {
      client.once('end', () => reject(new Error('Connection terminated')));
    });
    this.lost.catch(() => undefined);
  }

  get address(): string {
    return this.connected.address;
  }

  get isAlive(): boolean {
    return this.closed === undefined && !this.connected.wire.isCut;
  }

  async undone(): Promise<boolean> {
    const { client, wire } = this.connected;
    if (this.isRunning || !this.isAlive) return false;
    try {
      await wire.orCut(Promise.race([undo(client), this.lost]), AGAIN_MS, undefined);
      wire.rest();
      return this.isAlive;
    } catch {
      return false;
    }
  }

  async beginAgain(timeoutMs: number, stop: AbortSignal): Promise<void> {
    const { client, wire } = this.connected;
    wire.expectAnswer();
    await wire.orCut(Promise.race([beginAgain(client, timeoutMs, this.begun), this.lost]), Math.min(AGAIN_MS, timeoutMs), stop);
  }

  run({ statement, values }: JudgedQuery, maxRows: number): Promise<TakenRows> {
    return this.during(statement, () => this.read(statement, values, maxRows));
  }

  close(): Promise<void> {
    this.closed ??= this.end();
    return this.closed;
  }

  /**
   * Planning runs constant calls, so only judged statements may come here. To the planner an endless recursion seems cheap, so this is
   * for products alone, whose cost it knows well.
   */
  async price(query: JudgedQuery, most: number): Promise<void> {
    const cost = await this.during(null, () => this.costOf(query));
    if (!(cost <= most)) throw new StatementRefused(tooDear(cost, most), 'too_costly');
  }

  private async costOf({ statement, values, restricted }: JudgedQuery): Promise<number> {
    const pricing = restricted?.pricing ?? null;
    const [text, given] =
      pricing === null
        ? [statement, values]
        : [pricing.statement, (await this.onlyRow('count', pricing.counting, pricing.values)).map(Number)];
    const [explained] = await this.onlyRow('price', `EXPLAIN (FORMAT JSON) ${text}`, given);
    const [{ Plan: plan } = {}] = JSON.parse(explained ?? '[]') as { Plan?: { 'Total Cost'?: unknown } }[];
    return Number(plan?.['Total Cost']);
  }

  /** @param sent the statement of the person, if the work is to send it */
  private async during<T>(sent: string | null, work: () => Promise<T>): Promise<T> {
    this.isRunning = true;
    try {
      const done = await work();
      this.isRunning = false;
      return done;
    } catch (error) {
      const meaning = meaningOf(this.connected.wire.reasonOf(error), sent);
      // Its answer ended it.
      if (meaning instanceof StatementRefused) this.isRunning = false;
      throw meaning;
    }
  }

  private async onlyRow(name: string, text: string, values: Values): Promise<readonly (string | null)[]> {
    const { client, wire } = this.connected;
    wire.expectAnswer();
    this.asked += 1;
    // A name selects the extended protocol, which takes only one statement. The driver would not prepare a name again that it knows.
    const answered = client.query<(string | null)[]>({ name: `${name} ${this.asked}`, text, values: [...values], rowMode: 'array' });
    const { rows } = await Promise.race([answered, this.lost]);
    return rows[0] ?? [];
  }

  /** Reads again what the server could not send for a byte that is no character. Each row comes as one text then. */
  private async read(statement: string, values: Values, maxRows: number): Promise<TakenRows> {
    const { encoding } = this.begun;
    const shape: Shape = { fields: null, cellsOf: (row) => row };
    if (!hasHoles(encoding)) return this.readAs(statement, values, maxRows, shape);
    await this.command('SAVEPOINT reading');
    try {
      return await this.readAs(statement, values, maxRows, shape);
    } catch (error) {
      const bare = error instanceof DatabaseError && error.code === UNTRANSLATABLE ? await bareStatement(statement) : null;
      if (bare === null) throw error;
      await this.command('ROLLBACK TO SAVEPOINT reading');
      return this.readAs(patched(bare, encoding), values, maxRows, {
        ...shape,
        cellsOf: ([row]) => cellsOf(row ?? '()'),
      });
    }
  }

  private async command(text: string): Promise<void> {
    const { client, wire } = this.connected;
    wire.expectAnswer();
    await Promise.race([client.query(text), this.lost]);
  }

  /** By the extended protocol, which takes one statement only, and of that only one that gives rows is ever executed. */
  private async readAs(statement: string, values: Values, maxRows: number, shape: Shape): Promise<TakenRows> {
    const { client, wire } = this.connected;
    const cursor = new Cursor<(string | null)[]>(statement, [...values], { rowMode: 'array' });
    const refused = new Promise<never>((_, reject) => cursor.on('error', reject));
    refused.catch(() => undefined);
    wire.expectAnswer();
    const told = await Promise.race([this.described(() => client.query(cursor)), refused, this.lost]);
    const fields = (shape.fields ??= told);
    // Names of types are asked for when the portal is closed, so the rows wait for them.
    const intake = new RowIntake(
      fields.map(({ name }) => ({ name, type: '' })),
      maxRows,
    );
    let wantsMore = maxRows > 0;
    while (wantsMore) {
      wire.expectAnswer();
      const batch = await Promise.race([cursor.read(Math.min(ROWS_AT_ONCE, maxRows + 1)), this.lost]);
      wantsMore = batch.length > 0;
      for (const row of batch) wantsMore &&= intake.take(shape.cellsOf(row).map((text, at) => cellOf(text, fields[at]?.dataTypeID)));
    }
    await Promise.race([cursor.close(), this.lost]);
    const types = await Promise.race([this.typeNames.of(fields), this.lost]);
    const { columns, ...taken } = intake.taken();
    return { ...taken, columns: columns.map(({ name }, at) => ({ name, type: types[at] ?? '' })) };
  }

  /** @throws StatementRefused when the statement gives no rows; it was parsed then, and nothing of it has run */
  private async described(send: () => void): Promise<readonly Field[]> {
    const { connection } = this.connected.client;
    const heard = new AbortController();
    try {
      const { signal } = heard;
      return await new Promise<readonly Field[]>((resolve, reject) => {
        const isDescribed = (message: { fields: readonly Field[] }): void => resolve(message.fields);
        const isNone = (): void => reject(new StatementRefused(NO_ROWS));
        connection.once('rowDescription', isDescribed).once('noData', isNone);
        signal.addEventListener('abort', () => connection.off('rowDescription', isDescribed).off('noData', isNone));
        send();
      });
    } finally {
      heard.abort();
    }
  }

  private async end(): Promise<void> {
    const { client, wire } = this.connected;
    // A server itself ends what it can no longer send.
    if (wire.isCut) return;
    if (this.isRunning) await terminate(this.server, QUERYING, this.begun.backend);
    // The transaction ends with the connection.
    else await within(GOODBYE_MS, client.end());
    wire.cut();
  }
}

function tooDear(cost: number, most: number): string {
  const [estimate, limit] = [cost, most].map((value) => Math.round(value).toLocaleString('en-US'));
  return `Some relations of FROM are not connected, and the planner estimates a cost of ${estimate}; ${limit} is allowed. Join them on a condition.`;
}
