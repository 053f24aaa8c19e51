import { AsyncLocalStorage } from 'node:async_hooks';
import { UnitOfWork } from '../../src/shared/ports/unit-of-work.js';

type Mode = 'alone' | 'shared';
type Key = string | number;

interface Table {
  commit(writes: ReadonlyMap<Key, unknown>): void;
}

/** What one unit of work has written and locked; nobody else sees the writes before it ends. */
class Transaction {
  readonly writes = new Map<Table, Map<Key, unknown>>();
  failure: { readonly error: unknown } | null = null;
  waitsFor: readonly Transaction[] = [];
  release: () => void = () => undefined;
  readonly ended = new Promise<void>((resolve) => {
    this.release = resolve;
  });

  constructor(
    readonly owner: MemoryUnitOfWork,
    public isTogether: boolean,
  ) {}

  waitsForIt(other: Transaction): boolean {
    return this.waitsFor.some((one) => one === other || one.waitsForIt(other));
  }
}

const current = new AsyncLocalStorage<Transaction>();

/**
 * Units of work over `Rows`, as PostgreSQL at "read committed" keeps them: what is written is seen by others after the commit, and
 * never if the work fails; a lock lasts until the end; whoever waits for a lock then reads what the other one left; a circle of waiting fails.
 */
export class MemoryUnitOfWork extends UnitOfWork {
  private readonly locks = new Map<string, Map<Transaction, Mode>>();
  private waiting = 0;

  get isAnyoneWaiting(): boolean {
    return this.waiting > 0;
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    const open = this.open();
    return open === undefined ? this.begin(new Transaction(this, false), work) : this.within(open, work);
  }

  async together<T>(work: () => Promise<T>): Promise<T> {
    const open = this.open();
    if (open === undefined) return this.begin(new Transaction(this, true), work);
    open.isTogether = true;
    return work();
  }

  /** The open unit of work. Nothing goes on in one whose parts fail together once a part of it has failed. */
  open(): Transaction | undefined {
    const open = current.getStore();
    if (open?.owner !== this) return undefined;
    if (open.failure !== null) throw open.failure.error;
    return open;
  }

  /** As each statement does: joins the open unit of work, or is one. */
  async alone<T>(work: (open: Transaction) => Promise<T>): Promise<T> {
    const open = this.open();
    if (open !== undefined) return work(open);
    const own = new Transaction(this, false);
    return this.begin(own, () => work(own));
  }

  async lock(open: Transaction, name: string, mode: Mode): Promise<void> {
    const holders = this.locks.get(name) ?? new Map<Transaction, Mode>();
    this.locks.set(name, holders);
    for (;;) {
      const others = [...holders].filter(([one, held]) => one !== open && (held === 'alone' || mode === 'alone'));
      if (others.length === 0) break;
      open.waitsFor = others.map(([one]) => one);
      if (open.waitsForIt(open)) throw new Error(`Deadlock: two units of work wait for each other at ${name}.`);
      this.waiting += 1;
      await Promise.race(open.waitsFor.map(({ ended }) => ended));
      this.waiting -= 1;
      open.waitsFor = [];
    }
    if (holders.get(open) !== 'alone') holders.set(open, mode);
  }

  /** Whether nobody else has locked it, so that a lock would not wait. */
  isFree(open: Transaction, name: string): boolean {
    return [...(this.locks.get(name)?.keys() ?? [])].every((holder) => holder === open);
  }

  private async within<T>(open: Transaction, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (open.isTogether) open.failure ??= { error };
      throw error;
    }
  }

  private async begin<T>(open: Transaction, work: () => Promise<T>): Promise<T> {
    try {
      const result = await current.run(open, work);
      if (open.failure !== null) throw open.failure.error;
      for (const [rows, writes] of open.writes) rows.commit(writes);
      return result;
    } finally {
      for (const holders of this.locks.values()) holders.delete(open);
      open.release();
    }
  }
}

interface Rules<Row> {
  readonly name: string;
  readonly keyOf: (row: Row) => Key;
  /** By the name of a rule: values of which no two rows may have the same; `null` never collides. */
  readonly unique?: Readonly<Record<string, (row: Row) => Key | null>>;
}

export class Duplicate extends Error {
  constructor(readonly rule: string) {
    super(`duplicate key: ${rule}`);
  }
}

/** A table: rows by their key, which take part in units of work. */
export class Rows<Row> implements Table {
  private readonly committed = new Map<Key, Row>();
  private lastId = 1000;

  constructor(
    private readonly unitOfWork: MemoryUnitOfWork,
    private readonly rules: Rules<Row>,
  ) {}

  /** As a sequence: an id that was given out is gone, whatever becomes of its unit of work. */
  nextId(): number {
    return ++this.lastId;
  }

  async all(): Promise<Row[]> {
    const own = this.unitOfWork.open()?.writes.get(this) as Map<Key, Row | undefined> | undefined;
    const seen = own === undefined ? this.committed : new Map([...this.committed, ...own]);
    return [...seen.values()].filter((row) => row !== undefined);
  }

  async where(isMeant: (row: Row) => boolean): Promise<Row[]> {
    return (await this.all()).filter(isMeant);
  }

  async one(isMeant: (row: Row) => boolean): Promise<Row | null> {
    return (await this.all()).find(isMeant) ?? null;
  }

  /**
   * The rows as they are behind their locks, those that still are what was meant. Outside of a unit of work a lock keeps nobody waiting,
   * so it fails there.
   */
  async lock(isMeant: (row: Row) => boolean, mode: Mode = 'alone'): Promise<Row[]> {
    const open = this.unitOfWork.open();
    if (open === undefined) throw new Error(`A lock of ${this.rules.name} needs a unit of work.`);
    return this.locked(open, isMeant, mode);
  }

  /** FOR UPDATE SKIP LOCKED: the same without those that somebody else has locked. */
  async lockFree(isMeant: (row: Row) => boolean): Promise<Row[]> {
    const open = this.unitOfWork.open();
    if (open === undefined) throw new Error(`A lock of ${this.rules.name} needs a unit of work.`);
    const isFree = (row: Row) => this.unitOfWork.isFree(open, `${this.rules.name} ${this.rules.keyOf(row)}`);
    return this.locked(open, (row) => isMeant(row) && isFree(row), 'alone');
  }

  /** @throws Duplicate */
  insert(row: Row): Promise<void> {
    return this.unitOfWork.alone(async (open) => {
      const { name, keyOf, unique = {} } = this.rules;
      const values = { key: keyOf(row), ...mapped(unique, (valueOf) => valueOf(row)) };
      for (const [rule, value] of Object.entries(values)) {
        if (value === null) continue;
        const valueOf = rule === 'key' ? keyOf : unique[rule];
        await this.unitOfWork.lock(open, `${name}.${rule} ${value}`, 'alone');
        if ((await this.one((other) => valueOf?.(other) === value)) !== null) throw new Duplicate(`${name}.${rule}`);
      }
      await this.write(open, row);
    });
  }

  /** INSERT … ON CONFLICT (key) DO UPDATE. @param change of the row that is there; `null` leaves it. @returns whether it wrote */
  upsert(row: Row, change: (known: Row) => Row | null): Promise<boolean> {
    return this.unitOfWork.alone(async (open) => {
      const key = this.rules.keyOf(row);
      await this.unitOfWork.lock(open, `${this.rules.name}.key ${key}`, 'alone');
      const [known] = await this.locked(open, (one) => this.rules.keyOf(one) === key, 'alone');
      const written = known === undefined ? row : change(known);
      if (written !== null) await this.write(open, written);
      return written !== null;
    });
  }

  /** One statement: what it changes is locked, and judged once more behind the lock. @returns the rows as they were */
  update(isMeant: (row: Row) => boolean, change: (row: Row) => Row): Promise<Row[]> {
    return this.unitOfWork.alone(async (open) => {
      const found = await this.locked(open, isMeant, 'alone');
      for (const row of found) await this.write(open, change(row));
      return found;
    });
  }

  /** @returns the rows that were there */
  remove(isMeant: (row: Row) => boolean): Promise<Row[]> {
    return this.unitOfWork.alone(async (open) => {
      const found = await this.locked(open, isMeant, 'alone');
      for (const row of found) this.writesIn(open).set(this.rules.keyOf(row), undefined);
      return found;
    });
  }

  commit(writes: ReadonlyMap<Key, unknown>): void {
    for (const [key, row] of writes) {
      if (row === undefined) this.committed.delete(key);
      else this.committed.set(key, row as Row);
    }
  }

  private async locked(open: Transaction, isMeant: (row: Row) => boolean, mode: Mode): Promise<Row[]> {
    for (const row of await this.where(isMeant)) await this.unitOfWork.lock(open, `${this.rules.name} ${this.rules.keyOf(row)}`, mode);
    return this.where(isMeant);
  }

  private async write(open: Transaction, row: Row): Promise<void> {
    await this.unitOfWork.lock(open, `${this.rules.name} ${this.rules.keyOf(row)}`, 'alone');
    this.writesIn(open).set(this.rules.keyOf(row), row);
  }

  private writesIn(open: Transaction): Map<Key, unknown> {
    const writes = open.writes.get(this) ?? new Map<Key, unknown>();
    open.writes.set(this, writes);
    return writes;
  }
}

function mapped<V, R>(record: Readonly<Record<string, V>>, map: (value: V) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}

/** Bytes as a key. */
export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

export function pageOf<Row>(rows: readonly Row[], request: { page: number; limit: number }): { items: Row[]; total: number } {
  const start = (request.page - 1) * request.limit;
  return { items: rows.slice(start, start + request.limit), total: rows.length };
}
