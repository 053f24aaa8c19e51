import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProcessOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly arguments?: readonly string[];
  readonly stdin?: string;
  /** How many files and connections it may have open at once. */
  readonly descriptors?: number;
}

/** The built program in a process of its own, with nothing of this process's environment but the path. */
export class HeadgateProcess {
  stdout = '';
  stderr = '';
  private readonly exited: Promise<number | null>;

  private constructor(readonly child: ChildProcess) {
    child.stdout?.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.exited = once(child, 'close').then(([code]) => code as number | null);
  }

  /** A process that was started elsewhere. */
  static of(child: ChildProcess): HeadgateProcess {
    return new HeadgateProcess(child);
  }

  static run(entry: 'main' | 'cli/admin' | 'cli/migrate' | 'cli/rotate-master-key', options: ProcessOptions = {}): HeadgateProcess {
    const program = [process.execPath, `dist/src/${entry}.js`, ...(options.arguments ?? [])];
    const limited = ['sh', '-c', `ulimit -n ${options.descriptors} && exec "$0" "$@"`, ...program];
    const [command = '', ...rest] = options.descriptors === undefined ? program : limited;
    const child = spawn(command, rest, {
      env: { PATH: process.env['PATH'] ?? '', ...options.environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child.stdin.end(options.stdin ?? '');
    return new HeadgateProcess(child);
  }

  /** The address it listens on, as soon as it says so. */
  async listening(): Promise<string> {
    return (await this.printed(/Headgate listens on (http:\S+)/))[1] ?? '';
  }

  async printed(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.stdout);
      if (match !== null) return match;
      const event = await Promise.race([
        this.exited.then(() => 'exited' as const),
        once(this.child.stdout ?? this.child, 'data').then(() => 'more' as const),
      ]);
      if (event === 'exited' && pattern.exec(this.stdout) === null) throw new Error(this.endBefore(pattern));
    }
  }

  private endBefore(pattern: RegExp): string {
    const { pid, exitCode, signalCode } = this.child;
    const how = `It (process ${pid}) ended with code ${exitCode} and signal ${signalCode} before it printed ${pattern}.`;
    return `${how}\nIt wrote ${this.stdout.length} characters:\n${this.stdout}\nand as errors ${this.stderr.length}:\n${this.stderr}`;
  }

  async finished(): Promise<Finished> {
    return { code: await this.exited, stdout: this.stdout, stderr: this.stderr };
  }

  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Finished> {
    this.child.kill(signal);
    return this.finished();
  }
}
