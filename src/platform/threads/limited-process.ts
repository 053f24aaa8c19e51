import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { CHANNEL, Frames, frameOf } from './frames.js';

export interface ProcessLimits {
  /** MiB that it may write to, for its heaps and native code together. */
  readonly memoryMb: number;
  /** Processor time in its whole life: a busy process may not notice that its parent died. */
  readonly cpuSeconds: number;
  /** Bytes: a process that sends more at once, or unasked, is ended, because its input may have taken it over. */
  readonly largestAnswer: number;
}

/** How it ended. */
export interface ProcessEnd {
  readonly signal: NodeJS.Signals | null;
  /** It sent more than it may, and was ended for that. */
  readonly saidTooMuch: boolean;
}

const SHELL = '/bin/sh';
/** A lower limit that is in force already stays. No core file: it would hold what was read. */
const START = 'ulimit -c 0; ulimit -d "$1"; ulimit -t "$2"; shift 2; exec "$@"';

const MAPS = '/proc/self/maps';
const MEBIBYTE = 1024 ** 2;

/**
 * Only the largest part counts: each thread of a process has such a part of its own, and a process that begins has one thread.
 * @param maps a process's map of its memory (`/proc/<pid>/maps`)
 * @returns MiB of the largest part that is private, writable and executable, and of no file
 */
export function writableCodeIn(maps: string): number {
  const found = maps.matchAll(/^([0-9a-f]+)-([0-9a-f]+) rwxp [0-9a-f]+ [0-9a-f:]+ 0\s*$/gm);
  const parts = [...found].map(([, start = '', end = '']) => Number.parseInt(end, 16) - Number.parseInt(start, 16));
  return Math.ceil(Math.max(0, ...parts) / MEBIBYTE);
}

let ofThisBuild: number | undefined;

/**
 * From Node 24 on, V8 maps 512 MiB for machine code writable from the start, and RLIMIT_DATA counts them although they stay empty. The
 * processes run the same build as this one.
 */
function reservedForCode(): number {
  ofThisBuild ??= existsSync(MAPS) ? writableCodeIn(readFileSync(MAPS, 'latin1')) : 0;
  return ofThisBuild;
}

/**
 * A process for input from strangers, without the service's environment. The engine's own limits hold back neither a
 * long text nor WebAssembly, so the system refuses it memory (RLIMIT_DATA, which Linux enforces): the engine then
 * answers an ordinary error.
 */
export class LimitedProcess {
  /** When everything that it sent has been read. */
  readonly ended: Promise<ProcessEnd>;
  private readonly child: ChildProcess;
  private waiting: ((answer: unknown) => void) | undefined;
  private saidTooMuch = false;

  /** @param program compiled, as a path */
  constructor(program: string, limits: ProcessLimits) {
    this.child = started(program, limits);
    this.ended = new Promise((resolve) => {
      const end = (signal: NodeJS.Signals | null): void => resolve({ signal, saidTooMuch: this.saidTooMuch });
      this.child.once('close', (_, signal) => end(signal));
      this.child.once('error', () => end(null));
    });
    this.listen(limits.largestAnswer);
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** One question at a time; if the process ends first, no answer comes. */
  ask(question: unknown): Promise<unknown> {
    return new Promise((resolve) => {
      this.waiting = resolve;
      this.channel?.write(frameOf(question, Number.MAX_SAFE_INTEGER));
    });
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  private get channel(): Socket | undefined {
    return (this.child.stdio[CHANNEL] as Socket | null | undefined) ?? undefined;
  }

  private listen(largest: number): void {
    const { channel } = this;
    const frames = new Frames(largest, (answer) => {
      const { waiting } = this;
      if (waiting === undefined) throw new Error('There is no question to answer.');
      this.waiting = undefined;
      waiting(answer);
    });
    channel?.on('data', (bytes: Buffer) => {
      try {
        if (!this.saidTooMuch) frames.push(bytes);
      } catch {
        this.saidTooMuch = true;
        this.kill();
        channel.destroy();
      }
    });
    // If it has ended, its end tells why.
    channel?.on('error', () => undefined);
  }
}

function started(program: string, { memoryMb, cpuSeconds }: ProcessLimits): ChildProcess {
  const node = [`--max-old-space-size=${Math.floor(memoryMb / 2)}`, program];
  const options = {
    env: { TMPDIR: tmpdir() },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'] as ['ignore', 'ignore', 'ignore', 'pipe'],
  };
  if (!existsSync(SHELL)) return spawn(process.execPath, node, options);
  return spawn(
    SHELL,
    ['-c', START, 'sh', String((memoryMb + reservedForCode()) * 1024), String(cpuSeconds), process.execPath, ...node],
    options,
  );
}

const run = promisify(execFile);

/** @returns MiB of memory that a process has in use; 0 for one that has ended */
export async function memoryOf(pid: number | undefined): Promise<number> {
  if (pid === undefined) return 0;
  try {
    if (process.platform === 'linux') {
      const status = await readFile(`/proc/${pid}/status`, 'latin1');
      return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
    }
    const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
    return Number(stdout) / 1024;
  } catch {
    return 0;
  }
}
