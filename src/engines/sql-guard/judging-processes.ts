import type { Logger } from '../../platform/logging/logger.js';
import { LimitedProcess } from '../../platform/threads/limited-process.js';
import { compiled } from '../../platform/threads/threads.js';
import { FairQueue } from '../../shared/fair-queue.js';
import type { Judgement } from './judgement.js';
import type { Restricting } from './restriction.js';
import { type EndOf, type JudgingTask, LARGEST_JUDGEMENT, type RestrictingTask } from './judging-protocol.js';

const PROGRAM = 'engines/sql-guard/judging-process';
const AT_ONCE = 2;
const AT_ONCE_OF_ONE = 1;
const LONGEST_LINE = 50;
const LONGEST_WAIT = 500;
/** DuckDB starts with 200 MB, and does not start with 120 MB. */
const LIMITS = { memoryMb: 512, cpuSeconds: 300, largestAnswer: LARGEST_JUDGEMENT };
/** Far more than any statement needs, because the first one also waits until its process has started. */
const TIMEOUT_MS = 10_000;
const MOST_IDLE = 4;
const IDLE_MS = 5 * 60_000;
const MOST_STATEMENTS = 2_000;

type End = EndOf<Judgement | Restricting>;

interface JudgingProcess {
  readonly process: LimitedProcess;
  readonly party: string;
  statements: number;
  idle: NodeJS.Timeout | undefined;
}

/**
 * Processes that judge statements. Each judges one at a time, and the system bounds its memory and time. A process serves a single
 * party and is kept for its next statement; a process that failed is not used again.
 */
export class JudgingProcesses {
  private readonly queue = new FairQueue(AT_ONCE, LONGEST_LINE, LONGEST_WAIT, AT_ONCE_OF_ONE);
  private readonly waiting: JudgingProcess[] = [];
  private readonly all = new Set<JudgingProcess>();

  constructor(private readonly logger: Logger) {}

  /**
   * @param signal ends the waiting, not the work
   * @returns `null` when the statement took more time or memory than it may
   * @throws Unavailable when too many wait; the reason of the signal
   */
  run(party: string, task: JudgingTask | RestrictingTask, signal?: AbortSignal): Promise<End | null> {
    return this.queue.run(party, () => this.judge(party, task), signal);
  }

  async end(): Promise<void> {
    for (const one of this.all) clearTimeout(one.idle);
    await Promise.all([...this.all].map(kill));
  }

  private async judge(party: string, task: JudgingTask): Promise<End | null> {
    const one = this.take(party);
    const deadline = setTimeout(() => one.process.kill(), TIMEOUT_MS);
    const ended = one.process.ended.then(() => null);
    const answer = await Promise.race([one.process.ask(task), ended]);
    clearTimeout(deadline);
    one.statements += 1;
    if (isEnd(answer)) {
      this.keep(one);
      return answer;
    }
    this.logger.warn({ engine: task.engine }, 'a statement took more time or memory to judge than it may');
    await kill(one);
    return null;
  }

  private take(party: string): JudgingProcess {
    const at = this.waiting.findIndex((one) => one.party === party);
    const [warm] = at === -1 ? [] : this.waiting.splice(at, 1);
    clearTimeout(warm?.idle);
    return warm ?? this.start(party);
  }

  private start(party: string): JudgingProcess {
    const started = { process: new LimitedProcess(compiled(PROGRAM), LIMITS), party, statements: 0, idle: undefined };
    this.all.add(started);
    void started.process.ended.then(() => this.forget(started));
    return started;
  }

  private keep(one: JudgingProcess): void {
    // The process may have died right after its answer.
    if (!this.all.has(one)) return;
    if (one.statements >= MOST_STATEMENTS) return void kill(one);
    this.waiting.push(one);
    one.idle = setTimeout(() => void kill(one), IDLE_MS).unref();
    if (this.waiting.length <= MOST_IDLE) return;
    const oldest = this.waiting.shift();
    if (oldest !== undefined) void kill(oldest);
  }

  private forget(one: JudgingProcess): void {
    clearTimeout(one.idle);
    this.all.delete(one);
    const at = this.waiting.indexOf(one);
    if (at !== -1) this.waiting.splice(at, 1);
  }
}

/** Checks the answer: a statement may have broken out of its engine, and then the process may answer anything. */
function isEnd(answer: unknown): answer is End {
  if (typeof answer !== 'object' || answer === null) return false;
  if ('missing' in answer) return answer.missing === true;
  if (!('ok' in answer)) return false;
  if (answer.ok === false) return 'violations' in answer && Array.isArray(answer.violations);
  if (answer.ok === true && 'statement' in answer)
    return typeof answer.statement === 'string' && 'values' in answer && Array.isArray(answer.values);
  return answer.ok === true && 'relations' in answer && Array.isArray(answer.relations) && 'parts' in answer && Array.isArray(answer.parts);
}

async function kill({ process }: JudgingProcess): Promise<void> {
  process.kill();
  await process.ended;
}
