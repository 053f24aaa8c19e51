import { LimitedProcess } from '../../../platform/threads/limited-process.js';
import { EngineUnavailable } from '../source-fault.js';
import { FileFault } from '../file-fault.js';
import type { ReadingFault } from '../source-reader.js';
import { type Answer, LARGEST_ANSWER, type Question } from './questions.js';

/** DuckDB starts with 200 and fails with 120. */
const MEMORY_MB = 512;
const CPU_SECONDS_MORE = 60;

/**
 * The driver is native code on threads of its own. If a worker thread is terminated while it runs, the whole process dies, and a harmful
 * file could do the same. So it runs in a process of its own; ending that ends whatever it does and frees the file.
 */
export class ReadingProcess {
  private readonly process: LimitedProcess;
  private readonly ended: Promise<ReadingFault>;
  private readonly timer: NodeJS.Timeout;
  /** Why we have ended it. */
  private reason: ReadingFault | undefined;

  constructor(program: string, timeoutMs: number) {
    const cpuSeconds = Math.ceil(timeoutMs / 1000) + CPU_SECONDS_MORE;
    this.process = new LimitedProcess(program, { memoryMb: MEMORY_MB, cpuSeconds, largestAnswer: LARGEST_ANSWER });
    this.timer = setTimeout(() => this.end('TIMEOUT'), Math.max(0, timeoutMs));
    this.ended = this.process.ended.then(({ saidTooMuch }) => {
      clearTimeout(this.timer);
      return this.reason ?? (saidTooMuch ? 'TOO_LARGE' : 'LOST');
    });
  }

  /** @throws FileFault, EngineUnavailable */
  async ask(question: Question): Promise<unknown> {
    const lost = this.ended.then((fault): Answer => ({ fault, message: 'The reading has ended.' }));
    const answer = await Promise.race([this.process.ask(question) as Promise<Answer>, lost]);
    if (!('fault' in answer)) return answer.value;
    if (answer.fault === 'ENGINE_UNAVAILABLE') throw new EngineUnavailable();
    throw answer.fault === null ? new Error(answer.message) : new FileFault(answer.fault, answer.message);
  }

  /** Resolves when the file is free again. */
  async stop(): Promise<void> {
    this.end('LOST');
    await this.ended;
  }

  private end(reason: ReadingFault): void {
    this.reason ??= reason;
    this.process.kill();
  }
}
