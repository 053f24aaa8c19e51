import type { Logger } from '../../../platform/logging/logger.js';
import { LimitedProcess, type ProcessEnd, memoryOf } from '../../../platform/threads/limited-process.js';
import { compiled } from '../../../platform/threads/threads.js';
import { type FileTask, LARGEST_END, type QueryEnd } from './query-protocol.js';
import { TOO_MUCH } from './statement-engine.js';

const PROGRAM = 'statements/adapters/querying/statement-process';
/** Kept for the next statement of the same party: to start one takes a hundred times as long as a small statement. */
const MOST_IDLE = 4;
const IDLE_MS = 60_000;
const MOST_STATEMENTS = 100;
const MOST_BUSY_MS = 120_000;
/** Longer than any work of one. */
const CPU_SECONDS = 600;
/** Memory that does not count as data: the program itself, and the pages of the file that are in memory. */
const BESIDES_DATA_MB = 256;
const LOOK_EACH_MS = 100;
/** Node, WebAssembly and native code end like this when they run out of memory. */
const OUT_OF_MEMORY: ReadonlySet<NodeJS.Signals | null> = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL']);

interface StatementProcess {
  readonly process: LimitedProcess;
  readonly party: string;
  readonly engine: string;
  statements: number;
  busyMs: number;
  /** We ended it for that reason. */
  isTooLarge: boolean;
  idle: NodeJS.Timeout | undefined;
}

/**
 * Processes that run statements on files. The system bounds their memory, and they can be ended at any moment. One serves a single
 * party, and no more once anything went wrong in it.
 */
export class StatementProcesses {
  private readonly waiting: StatementProcess[] = [];
  private readonly all = new Set<StatementProcess>();

  /** @param memoryMb of one */
  constructor(
    private readonly memoryMb: number,
    private readonly logger: Logger,
  ) {}

  /** @param stop ends it; fulfilled when the file is free again */
  async run(task: FileTask, party: string, stop: AbortSignal): Promise<QueryEnd> {
    const taken = this.take(task.target.engine, party);
    const began = performance.now();
    const end = await this.answerOf(taken, task, stop).catch(async (error: unknown) => {
      await kill(taken);
      throw error;
    });
    taken.statements += 1;
    taken.busyMs += performance.now() - began;
    const isSound = task.target.engine === 'duckdb' ? isReadWhole(end) : end.kind === 'rows' || end.kind === 'refused';
    // WebAssembly never gives memory back.
    if (isSound && !stop.aborted && (await memoryOf(taken.process.pid)) < this.memoryMb / 2) this.keep(taken);
    else await kill(taken);
    return end;
  }

  async end(): Promise<void> {
    for (const one of this.all) clearTimeout(one.idle);
    await Promise.all([...this.all].map(kill));
  }

  private take(engine: string, party: string): StatementProcess {
    const at = this.waiting.findIndex((one) => one.party === party && one.engine === engine);
    const [warm] = at === -1 ? [] : this.waiting.splice(at, 1);
    if (warm === undefined) return this.start(engine, party);
    clearTimeout(warm.idle);
    return warm;
  }

  private start(engine: string, party: string): StatementProcess {
    const limits = { memoryMb: this.memoryMb, cpuSeconds: CPU_SECONDS, largestAnswer: LARGEST_END };
    const process = new LimitedProcess(compiled(PROGRAM), limits);
    const started = { process, party, engine, statements: 0, busyMs: 0, isTooLarge: false, idle: undefined };
    this.all.add(started);
    void process.ended.then(() => this.forget(started));
    return started;
  }

  private async answerOf(asked: StatementProcess, task: FileTask, stop: AbortSignal): Promise<QueryEnd> {
    const { process } = asked;
    const end = (): void => process.kill();
    let isOver = false;
    const watch = setInterval(() => void this.endIfTooLarge(asked), LOOK_EACH_MS);
    stop.addEventListener('abort', end, { once: true });
    if (stop.aborted) end();
    try {
      // A process that ends after its answer, because no statement came for a while, is no fault.
      const ended = process.ended.then((how) => (isOver ? LOST : this.meaningOf(how, asked, stop)));
      const answered = process.ask(task).then((answer) => (isEnd(answer) ? answer : LOST));
      return await Promise.race([answered, ended]);
    } finally {
      isOver = true;
      clearInterval(watch);
      stop.removeEventListener('abort', end);
    }
  }

  /** For systems without such a limit, or that ignore it. */
  private async endIfTooLarge(asked: StatementProcess): Promise<void> {
    if ((await memoryOf(asked.process.pid)) <= this.memoryMb + BESIDES_DATA_MB) return;
    asked.isTooLarge = true;
    asked.process.kill();
  }

  private meaningOf({ signal, saidTooMuch }: ProcessEnd, { isTooLarge }: StatementProcess, stop: AbortSignal): QueryEnd {
    if (stop.aborted) return { kind: 'fault', fault: 'STOPPED' };
    if (isTooLarge || OUT_OF_MEMORY.has(signal)) return { kind: 'out_of_memory' };
    this.logger.error({ signal, said_too_much: saidTooMuch }, 'a query process ended early');
    if (saidTooMuch) return TOO_MUCH;
    // Another program ended it, or the system for lack of memory: the statement is not to blame.
    if (signal === 'SIGKILL') return { kind: 'fault', fault: 'KILLED' };
    return LOST;
  }

  private keep(one: StatementProcess): void {
    // It may have died right after its answer.
    if (!this.all.has(one)) return;
    if (one.statements >= MOST_STATEMENTS || one.busyMs > MOST_BUSY_MS) return void kill(one);
    this.waiting.push(one);
    one.idle = setTimeout(() => void kill(one), IDLE_MS).unref();
    if (this.waiting.length <= MOST_IDLE) return;
    const oldest = this.waiting.shift();
    if (oldest !== undefined) void kill(oldest);
  }

  private forget(one: StatementProcess): void {
    clearTimeout(one.idle);
    this.all.delete(one);
    const at = this.waiting.indexOf(one);
    if (at !== -1) this.waiting.splice(at, 1);
  }
}

const LOST: QueryEnd = { kind: 'fault', fault: 'LOST' };
const ENDS: ReadonlySet<unknown> = new Set<QueryEnd['kind']>(['rows', 'refused', 'out_of_memory', 'fault', 'unknown']);

/** A statement may have broken out of its engine, so the process may send anything. */
function isEnd(answer: unknown): answer is QueryEnd {
  return typeof answer === 'object' && answer !== null && 'kind' in answer && ENDS.has(answer.kind);
}

/** A result of DuckDB that was not read to its end holds the file until it is collected, and cannot be closed. */
function isReadWhole(end: QueryEnd): boolean {
  return end.kind === 'rows' && !end.result.isTruncated;
}

async function kill({ process }: StatementProcess): Promise<void> {
  process.kill();
  await process.ended;
}
