import { chmod, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/start-embedded-postgres.js';

/** A PostgreSQL of its own that writes down every statement that reaches it, also one that it does not understand. */
export class LoggingServer {
  private constructor(
    readonly url: URL,
    private readonly directory: string,
    private readonly end: () => Promise<void>,
  ) {}

  static async start(): Promise<LoggingServer> {
    const directory = await mkdtemp(join(tmpdir(), 'headgate-logging-'));
    // As root the server runs under another account, which has to pass through here.
    await chmod(directory, 0o711);
    const { url, stop } = await startEmbeddedPostgres({
      dataDirectory: join(directory, 'postgres'),
      durable: false,
      settings: {
        log_statement: 'all',
        log_min_messages: 'warning',
        log_min_error_statement: 'error',
        log_connections: 'on',
      },
    }).then((server) => ({ url: new URL(server.url), stop: () => server.stop() }));
    return new LoggingServer(url, directory, stop);
  }

  /** Everything that the server has written. */
  async log(): Promise<string> {
    const files = await readdir(this.directory, { recursive: true });
    const [log] = files.filter((file) => file.endsWith('server.log'));
    return readFile(join(this.directory, log ?? 'server.log'), 'utf8');
  }

  async stop(): Promise<void> {
    await this.end();
    await rm(this.directory, { recursive: true, force: true });
  }
}
