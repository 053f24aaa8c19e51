import Cursor from 'pg-cursor';
import { DatabaseError } from 'pg';
import type { JudgedQuery } from '../../../application/ports/querying.js';
import type { FailureCause, RefusedText } from '../../../domain/statement-outcome.js';
import type { ServerTarget } from '../../../../engines/catalog-reader/target.js';
import { connect, type Connected, type Purpose } from '../../../../engines/catalog-reader/postgresql/connecting.js';
import { faultOf } from '../../../../engines/catalog-reader/postgresql/faults.js';
import { type Backend, GOODBYE_MS, terminate, within } from '../../../../engines/catalog-reader/postgresql/terminating.js';
import { RowIntake } from '../row-intake.js';
import { type OpenConnection, type StatementEngine, type TakenRows, NO_ROWS, StatementRefused } from '../statement-engine.js';
import { begin } from './beginning.js';
import { cellOf, typeNames } from './cells.js';

const QUERYING: Purpose = { applicationName: 'headgate-query', pipeline: false };
const CONNECT_MS = 10_000;
/** Few at once, because a row may be large. */
const ROWS_AT_ONCE = 50;
/** Ends of the connection or our time limit; every other error is the source's answer to the statement. */
const NO_REFUSAL = /^(08...|57014|57P0[1-5]|25P03|25P04|55P03)$/;

/**
 * The role that connects should only be allowed to SELECT: a read-only transaction does not stop functions that a privileged role may
 * call (files, settings, other sessions), nor what such functions write elsewhere.
 */
export const postgresqlEngine: StatementEngine = {
  async open(target, timeoutMs, stop) {
    if (!('server' in target)) throw new TypeError('PostgreSQL is a server and not a file.');
    const { server } = target;
    const patience = Math.min(CONNECT_MS, timeoutMs);
    const connected = await connect(server, patience, stop, QUERYING);
    const backend = await connected.wire.orCut(begin(connected.client, timeoutMs), patience, stop);
    return new OpenPostgresql(connected, server, backend);
  },
  faultOf,
};

type Values = JudgedQuery['values'];
type Rows = readonly (readonly (string | null)[])[];
type Field = { readonly name: string; readonly dataTypeID: number };

class OpenPostgresql implements OpenConnection {
  private isRunning = false;
  private closed: Promise<void> | undefined;

  constructor(
    private readonly connected: Connected,
    private readonly server: ServerTarget['server'],
    private readonly backend: Backend,
  ) {}

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
      throw meaningOf(this.connected.wire.reasonOf(error), sent);
    }
  }

  private async onlyRow(name: string, text: string, values: Values): Promise<readonly (string | null)[]> {
    const { client, wire } = this.connected;
    wire.expectAnswer();
    // A name selects the extended protocol, which takes only one statement.
    const answered = client.query<(string | null)[]>({ name, text, values: [...values], rowMode: 'array' });
    const { rows } = await Promise.race([answered, this.lost()]);
    return rows[0] ?? [];
  }

  /** By the extended protocol, which takes one statement only, and of that only one that gives rows is ever executed. */
  private async read(statement: string, values: Values, maxRows: number): Promise<TakenRows> {
    const { client, wire } = this.connected;
    const cursor = new Cursor<(string | null)[]>(statement, [...values], { rowMode: 'array' });
    const refused = new Promise<never>((_, reject) => cursor.on('error', reject));
    refused.catch(() => undefined);
    wire.expectAnswer();
    const fields = await Promise.race([this.described(() => client.query(cursor)), refused, this.lost()]);
    const batches: Rows[] = [];
    // Names of types are asked for when the portal is closed, so the rows wait for them.
    const intake = new RowIntake(
      fields.map(({ name }) => ({ name, type: '' })),
      maxRows,
    );
    let batch: Rows;
    let wantsMore = true;
    do {
      wire.expectAnswer();
      batch = await Promise.race([cursor.read(Math.min(ROWS_AT_ONCE, maxRows + 1)), this.lost()]);
      batches.push(batch);
      for (const row of batch) wantsMore &&= intake.take(row.map((text, at) => cellOf(text, fields[at]?.dataTypeID)));
    } while (wantsMore && batch.length > 0);
    await Promise.race([cursor.close(), this.lost()]);
    const types = await typeNames(client, fields);
    const { columns, ...taken } = intake.taken();
    return { ...taken, columns: columns.map(({ name }, at) => ({ name, type: types[at] ?? '' })) };
  }

  /** @throws StatementRefused when the statement gives no rows; it was parsed then, and nothing of it has run */
  private described(send: () => void): Promise<readonly Field[]> {
    const { connection } = this.connected.client;
    return new Promise((resolve, reject) => {
      connection.once('rowDescription', (message: { fields: readonly Field[] }) => resolve(message.fields));
      connection.once('noData', () => reject(new StatementRefused(NO_ROWS)));
      send();
    });
  }

  /** The cursor does not learn that the connection ended. */
  private lost(): Promise<never> {
    return new Promise((_, reject) => {
      this.connected.client.once('end', () => reject(new Error('Connection terminated')));
    });
  }

  private async end(): Promise<void> {
    const { client, wire } = this.connected;
    // A server itself ends what it can no longer send.
    if (wire.isCut) return;
    if (this.isRunning) await terminate(this.server, QUERYING, this.backend);
    // The transaction ends with the connection.
    else await within(GOODBYE_MS, client.end());
    wire.cut();
  }
}

function tooDear(cost: number, most: number): string {
  const [estimate, limit] = [cost, most].map((value) => Math.round(value).toLocaleString('en-US'));
  return `Some relations of FROM are not connected, and the planner estimates a cost of ${estimate}; ${limit} is allowed. Join them on a condition.`;
}

/** Two relations of a FROM have one name: the server names it, and no place. */
const TWICE = '42712';

/** By SQLSTATE. */
const CAUSES: ReadonlyMap<string, FailureCause> = new Map<string, FailureCause>([
  ['22012', 'division_by_zero'],
  ['22003', 'out_of_range'],
  ['22008', 'out_of_range'],
  ['22015', 'out_of_range'],
  ['22P02', 'cannot_convert'],
  ['22P03', 'cannot_convert'],
  ['22007', 'cannot_convert'],
  ['22018', 'cannot_convert'],
  ['22030', 'cannot_convert'],
  ['22032', 'cannot_convert'],
  ['42846', 'cannot_convert'],
  ['42703', 'unknown_column'],
  ['42P01', 'unknown_column'],
  ['42702', 'ambiguous_column'],
  ['42883', 'wrong_types'],
  ['42804', 'wrong_types'],
  ['42P18', 'wrong_types'],
  ['42803', 'not_grouped'],
  ['21000', 'many_rows'],
]);

/** @param sent the statement, if it was the one that failed */
function meaningOf(error: unknown, sent: string | null): unknown {
  if (!(error instanceof DatabaseError) || NO_REFUSAL.test(error.code ?? '')) return error;
  // Aggregates where none may be have this state, too.
  const isOther = error.code === '42803' && !/GROUP BY/.test(error.message);
  return new StatementRefused(error.message, isOther ? 'other' : causeOf(error.code), textOf(error, sent));
}

/** The server tells a place for what it finds while it reads the text and looks names up, and for nothing that it finds later. */
function textOf({ code, position }: DatabaseError, sent: string | null): RefusedText | null {
  if (code === TWICE) return { at: null };
  if (sent === null || position === undefined) return null;
  return {
    at: Array.from(sent.slice(0, 2 * Number(position)))
      .slice(0, Number(position) - 1)
      .join('').length,
  };
}

export function causeOf(state: string | undefined): FailureCause {
  return CAUSES.get(state ?? '') ?? 'other';
}
