import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

/** Stands between the application and its database, so that a test can take the database away and give it back. */
export class CuttableProxy {
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  private port = 0;
  private awaited: { readonly text: string; readonly seen: () => void } | undefined;
  private isHolding = false;
  private lost: { readonly text: string; readonly cut: () => void } | undefined;

  constructor(private target: URL) {}

  /** The target's address by way of this proxy. */
  async open(): Promise<string> {
    this.server = createServer((inbound) => {
      const outbound = connect(Number(this.target.port), this.target.hostname);
      for (const socket of [inbound, outbound]) {
        this.sockets.add(socket);
        socket.on('close', () => this.sockets.delete(socket));
        socket.on('error', () => undefined);
      }
      let isCommitting: 'no' | 'soon' | 'now' = 'no';
      inbound.on('data', (sent: Buffer) => {
        if (this.lost !== undefined && sent.includes(this.lost.text)) isCommitting = 'soon';
        if (isCommitting === 'soon' && sent.includes('COMMIT')) isCommitting = 'now';
        if (this.awaited !== undefined && sent.includes(this.awaited.text)) {
          // The statement goes on its way, and its answer stays here.
          this.isHolding = true;
          this.awaited.seen();
          this.awaited = undefined;
        }
        outbound.write(sent);
      });
      outbound.on('data', (answered: Buffer) => {
        if (isCommitting === 'now' && answered.includes('COMMIT') && this.lost !== undefined) {
          inbound.destroy();
          this.lost.cut();
          this.lost = undefined;
          return;
        }
        if (!this.isHolding) inbound.write(answered);
      });
      inbound.on('close', () => outbound.destroy());
      outbound.on('close', () => inbound.destroy());
    });
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
    const url = new URL(this.target.href);
    url.host = `127.0.0.1:${this.port}`;
    return url.href;
  }

  /** From the next statement that holds this text on, no answer comes any more; fulfilled when that statement has been sent. */
  async holdAnswersFrom(text: string): Promise<void> {
    await new Promise<void>((seen) => {
      this.awaited = { text, seen };
    });
  }

  /** Of the next transaction with a statement that holds this text: it is committed, and its connection breaks before the client hears of that. */
  loseCommitOf(text: string): Promise<void> {
    return new Promise((cut) => {
      this.lost = { text, cut };
    });
  }

  /** Breaks every connection; new ones lead to another server. */
  async leadTo(target: URL): Promise<void> {
    await this.cut();
    this.target = target;
    await this.open();
  }

  /** Breaks every connection and refuses new ones. */
  async cut(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    this.isHolding = false;
    for (const socket of this.sockets) socket.destroy();
    if (server === undefined) return;
    server.close();
    await once(server, 'close');
  }
}
