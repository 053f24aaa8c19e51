import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { type IncomingMessage, type RequestListener, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Config } from '../../platform/config/config.js';
import { DemoRecords } from './demo-records.js';
import { answerModel } from './language-model.js';

/**
 * What an installation has to have beside it before it can show everything, for a machine that has none of it: an identity provider,
 * a name server, a language model. They run in this process, so that they end as it ends. They listen on loopback alone, where
 * a visitor can sign in as any person, so nothing here may ever protect something real.
 */
export class StandIns {
  private loading: Promise<RequestListener> | undefined;

  private constructor(
    private readonly server: Server,
    private readonly directory: string,
    readonly origin: string,
    readonly records: DemoRecords,
  ) {}

  /** In the data directory: connections hold the address and the certificate, so both are kept. */
  static async listen({ dataDirectory, sso }: Pick<Config, 'dataDirectory' | 'sso'>): Promise<StandIns> {
    const directory = join(dataDirectory, 'demo');
    const server = await listening(await keptPort(directory));
    const { port } = server.address() as AddressInfo;
    await keepPort(directory, port);
    const records = new DemoRecords(directory, sso.nameServers.length === 0);
    const standIns = new StandIns(server, directory, `http://127.0.0.1:${port}`, records);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      standIns.answer(request, response).catch((error: unknown) => refuse(response, error));
    });
    // It does not keep the process alive after the service has ended.
    server.unref();
    return standIns;
  }

  get modelUrl(): string {
    return `${this.origin}/v1`;
  }

  async close(): Promise<void> {
    if (!this.server.listening) return;
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Under any other name, a browser takes a foreign page for this one (DNS rebinding).
    if (request.headers.host !== new URL(this.origin).host) {
      response.writeHead(421).end(`This is ${this.origin}.\n`);
      return;
    }
    if (request.url?.startsWith('/v1/') === true) await answerModel(request, response);
    else (await this.provider())(request, response);
  }

  /** Loaded on first use, because it takes most of a second and would slow down each start. */
  private provider(): Promise<RequestListener> {
    this.loading ??= import('./identity-provider.js')
      .then(({ identityProvider }) => identityProvider(this.origin, this.directory))
      .catch((error: unknown) => {
        this.loading = undefined;
        throw error;
      });
    return this.loading;
  }
}

function refuse(response: ServerResponse, error: unknown): void {
  const isMissing = (error as { code?: unknown }).code === 'ERR_MODULE_NOT_FOUND';
  const sentence = isMissing
    ? 'The identity provider of the demo needs the packages for development. Run npm ci, without --omit=dev.'
    : 'The identity provider of the demo failed.';
  if (response.headersSent) response.destroy();
  else response.writeHead(isMissing ? 503 : 500, { 'Content-Type': 'text/plain' }).end(`${sentence}\n`);
}

/** The wanted port, or any other if it is taken, so that two demos can run side by side. */
async function listening(wanted: number): Promise<Server> {
  const server = createServer();
  server.listen(wanted, '127.0.0.1');
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if (wanted === 0) throw error;
    return listening(0);
  }
}

async function keptPort(directory: string): Promise<number> {
  const port = Number(await readFile(join(directory, 'port'), 'utf8').catch(() => '0'));
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : 0;
}

async function keepPort(directory: string, port: number): Promise<void> {
  if ((await keptPort(directory)) !== 0) return;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await writeFile(join(directory, 'port'), String(port), { mode: 0o600 });
}
