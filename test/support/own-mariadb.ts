import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './demo-service.js';

/** Whether MariaDB is installed, so that a test can start a server with settings of its own. */
export const HAS_MARIADB = spawnSync('mariadbd', ['--version']).status === 0;

/** A server for settings that cannot be changed while one runs. */
export class OwnMariaDb {
  private constructor(
    readonly url: string,
    private readonly directory: string,
    private readonly server: ChildProcess,
  ) {}

  static async start(...settings: readonly string[]): Promise<OwnMariaDb> {
    const directory = mkdtempSync(join(tmpdir(), 'mariadb-'));
    const [data, init, port] = [join(directory, 'data'), join(directory, 'init.sql'), await freePort()];
    writeFileSync(init, `CREATE USER 'own'@'127.0.0.1' IDENTIFIED BY 'own';\nGRANT ALL ON *.* TO 'own'@'127.0.0.1' WITH GRANT OPTION;\n`);
    // It refuses to run as root; its package brings the user.
    const user = userInfo().uid === 0 ? 'mysql' : userInfo().username;
    chmodSync(directory, 0o755);
    if (userInfo().uid === 0) execFileSync('chown', ['-R', user, directory]);
    const shared = ['--no-defaults', `--user=${user}`, `--datadir=${data}`, ...settings];
    execFileSync('mariadb-install-db', [...shared, '--skip-test-db', '--auth-root-authentication-method=socket'], { stdio: 'ignore' });
    const own = [
      `--socket=${join(directory, 's')}`,
      `--port=${port}`,
      `--init-file=${init}`,
      '--bind-address=127.0.0.1',
      '--skip-name-resolve',
    ];
    const server = spawn('mariadbd', [...shared, ...own, '--innodb-buffer-pool-size=16M'], { stdio: ['ignore', 'ignore', 'pipe'] });
    for await (const line of createInterface(server.stderr)) if (/ready for connections/.test(line)) break;
    server.stderr.resume();
    if (server.exitCode !== null) throw new Error('The server has ended.');
    return new OwnMariaDb(`mysql://own:own@127.0.0.1:${port}/`, directory, server);
  }

  async stop(): Promise<void> {
    this.server.kill();
    if (this.server.exitCode === null) await once(this.server, 'exit');
    rmSync(this.directory, { recursive: true, force: true });
  }
}
