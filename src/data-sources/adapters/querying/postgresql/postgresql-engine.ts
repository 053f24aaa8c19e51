import Cursor from 'pg-cursor';
import { DatabaseError } from 'pg';
import type { ServerTarget } from '../../../application/ports/targets.js';
import { connect, type Connected, type Purpose } from '../../introspection/postgresql/connecting.js';
import { faultOf } from '../../introspection/postgresql/faults.js';
import { type Backend, GOODBYE_MS, terminate, within } from '../../introspection/postgresql/terminating.js';
import { RowIntake } from '../row-intake.js';
import {
  type OpenConnection,
  type StatementEngine,
  type TakenRows,
  NO_ROWS,
  StatementRefused,
} from '../statement-engine.js';
import { begin } from './beginning.js';
import { cellOf, typeNames } from './cells.js';

const QUERYING: Purpose = { applicationName: 'headgate-query', pipeline: false };
const CONNECT_MS = 10_000;
/** Little at once: a row may be large. */
const ROWS_AT_ONCE = 50;
/** The connection or our patience ends; anything else is what the source has to say to the statement. */
const NO_REFUSAL = /^(08...|57014|57P0[1-5]|25P03|25P04|55P03)$/;

/**
 * The role that connects should be one that may SELECT and nothing else: a read-only transaction holds back neither functions
 * that a privileged role may call (files, settings, other sessions) nor what such functions write elsewhere.
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

  async run(statement: string, maxRows: number): Promise<TakenRows> {
    this.isRunning = true;
    try {
      const taken = await this.read(statement, maxRows);
      this.isRunning = false;
      return taken;
    } catch (error) {
      throw meaningOf(this.connected.wire.reasonOf(error));
    }
  }

  close(): Promise<void> {
    this.closed ??= this.end();
    return this.closed;
  }

  /** By the extended protocol, which takes one statement only, and of that only one that gives rows is ever executed. */
  private async read(statement: string, maxRows: number): Promise<TakenRows> {
    const { client, wire } = this.connected;
    const cursor = new Cursor<(string | null)[]>(statement, [], { rowMode: 'array' });
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

  /** @throws StatementRefused when it gives no rows: it was parsed then, and nothing of it has been done */
  private described(send: () => void): Promise<readonly Field[]> {
    const { connection } = this.connected.client;
    return new Promise((resolve, reject) => {
      connection.once('rowDescription', (message: { fields: readonly Field[] }) => resolve(message.fields));
      connection.once('noData', () => reject(new StatementRefused(NO_ROWS)));
      send();
    });
  }

  /** The cursor is not told of it. */
  private lost(): Promise<never> {
    return new Promise((_, reject) => {
      this.connected.client.once('end', () => reject(new Error('Connection terminated')));
    });
  }

  private async end(): Promise<void> {
    const { client, wire } = this.connected;
    // A server ends by itself what it cannot send any more.
    if (wire.isCut) return;
    if (this.isRunning) await terminate(this.server, QUERYING, this.backend);
    // The transaction ends with the connection.
    else await within(GOODBYE_MS, client.end());
    wire.cut();
  }
}

function meaningOf(error: unknown): unknown {
  if (!(error instanceof DatabaseError) || NO_REFUSAL.test(error.code ?? '')) return error;
  return new StatementRefused(error.message);
}
