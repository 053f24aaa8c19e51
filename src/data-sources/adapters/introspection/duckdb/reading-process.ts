import type { ChildProcess } from 'node:child_process';
import { startLimited } from '../../../../platform/threads/limited-process.js';
import { EngineUnavailable } from '../../../domain/data-source.errors.js';
import { FileFault } from '../file-fault.js';
import type { ReadingFault } from '../source-reader.js';
import type { Answer, Question } from './questions.js';

/** DuckDB starts under 200, and not under 120. */
const MEMORY_MB = 512;
const CPU_SECONDS_MORE = 60;

/**
 * The driver is native code that runs on threads of its own: a worker thread that is terminated meanwhile takes the whole
 * process down with it, and so could a file that is made to harm it. In a process of its own it cannot, and ending that
 * process ends whatever it does and frees the file.
 */
export class ReadingProcess {
  private readonly child: ChildProcess;
  private readonly exited: Promise<void>;
  private readonly timer: NodeJS.Timeout;
  private ended: ReadingFault | null = null;
  private waiting: { resolve: (value: unknown) => void; reject: (error: unknown) => void } | null = null;

  constructor(program: string, timeoutMs: number) {
    const cpuSeconds = Math.ceil(timeoutMs / 1000) + CPU_SECONDS_MORE;
    this.child = startLimited(program, { memoryMb: MEMORY_MB, cpuSeconds });
    this.exited = new Promise((resolve) => {
      const gone = () => {
        this.fail(this.ended ?? 'LOST');
        resolve();
      };
      this.child.once('exit', gone);
      this.child.once('error', gone);
    });
    this.child.on('message', (answer: Answer) => this.take(answer));
    this.timer = setTimeout(() => this.end('TIMEOUT'), Math.max(0, timeoutMs));
  }

  /** @throws FileFault, EngineUnavailable */
  async ask(question: Question): Promise<unknown> {
    if (this.ended !== null) throw new FileFault(this.ended, 'The reading has ended.');
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.child.send(question, (error) => {
        if (error) this.fail(this.ended ?? 'LOST');
      });
    });
  }

  /** Resolves when the file is free again. */
  async stop(): Promise<void> {
    this.end('LOST');
    await this.exited;
  }

  private end(fault: ReadingFault): void {
    this.ended ??= fault;
    clearTimeout(this.timer);
    this.child.kill('SIGKILL');
    this.fail(this.ended);
  }

  private take(answer: Answer): void {
    const waiting = this.waiting;
    this.waiting = null;
    if ('value' in answer) waiting?.resolve(answer.value);
    else if (answer.fault === 'ENGINE_UNAVAILABLE') waiting?.reject(new EngineUnavailable());
    else
      waiting?.reject(answer.fault === null ? new Error(answer.message) : new FileFault(answer.fault, answer.message));
  }

  private fail(fault: ReadingFault): void {
    this.ended ??= fault;
    clearTimeout(this.timer);
    this.waiting?.reject(new FileFault(fault, 'The reading has ended.'));
    this.waiting = null;
  }
}
