import { type IncomingHttpHeaders, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: {
    readonly type: string;
    readonly timestamp: string;
    readonly data: { readonly id: number; readonly action: string; readonly occurred_at: string; readonly detail: { readonly n: number } };
  };
}

interface TestAnswer {
  readonly status: number;
  readonly headers?: Record<string, string>;
}

/** A receiver of webhooks on loopback. */
export class TestReceiver {
  readonly received: Received[] = [];
  /** What it answers; `null`: it keeps silent. */
  answer: (received: Received) => TestAnswer | null | Promise<TestAnswer> = () => ({ status: 204 });

  private constructor(private readonly server: Server) {}

  static async start(): Promise<TestReceiver> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const received = { headers: request.headers, text, body: JSON.parse(text) };
        receiver.received.push(received);
        void Promise.resolve(receiver.answer(received)).then((answer) => answer && response.writeHead(answer.status, answer.headers).end());
      });
    });
    const receiver = new TestReceiver(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  /** What came since the last call. */
  taken(): Received[] {
    return this.received.splice(0);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
