import { type ChildProcess, execFile, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';

export interface ProcessLimits {
  /** MiB that it may write to, of its heaps and of native code alike. */
  readonly memoryMb: number;
  /** Processor time in its whole life: a busy process may not notice that its parent died. */
  readonly cpuSeconds: number;
}

const SHELL = '/bin/sh';
/** A lower limit that is in force already stays. No core file: it would hold what was read. */
const START = 'ulimit -c 0; ulimit -d "$1"; ulimit -t "$2"; shift 2; exec "$@"';

/**
 * A process for what strangers send, without the service's environment. The engine's own limits hold back neither a long text nor
 * WebAssembly, so the system refuses it memory (RLIMIT_DATA, which Linux heeds): the engine then answers an ordinary error.
 *
 * @param program compiled, as a path
 */
export function startLimited(program: string, { memoryMb, cpuSeconds }: ProcessLimits): ChildProcess {
  const heap = [`--max-old-space-size=${Math.floor(memoryMb / 2)}`];
  const options = {
    env: { TMPDIR: tmpdir() },
    serialization: 'advanced' as const,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'] as ['ignore', 'ignore', 'ignore', 'ipc'],
  };
  if (!existsSync(SHELL)) return fork(program, [], { ...options, execArgv: heap });
  const limits = ['-c', START, 'sh', String(memoryMb * 1024), String(cpuSeconds), process.execPath, ...heap];
  return fork(program, [], { ...options, execPath: SHELL, execArgv: limits });
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
