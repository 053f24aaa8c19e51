import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

/** Stands before a server and keeps everything that clients say to it. */
export class CountingProxy {
  private readonly sockets = new Set<Socket>();
  private heard = Buffer.alloc(0);
  private held: ((go: () => void) => void) | undefined;
  connections = 0;

  private constructor(private readonly server: Server) {}

  static async before(target: { readonly hostname: string; readonly port: string }): Promise<CountingProxy> {
    const server = createServer((inbound) => {
      const go = (): void => proxy.join(inbound, connect(Number(target.port), target.hostname));
      const { held } = proxy;
      proxy.held = undefined;
      if (held === undefined) go();
      else held(go);
    });
    const proxy = new CountingProxy(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Begins to listen anew. */
  reset(): void {
    this.connections = 0;
    this.heard = Buffer.alloc(0);
  }

  /** The next connection that comes waits until it is let go on. Those that rest are cut, so that one does come. */
  nextHeld(): Promise<() => void> {
    for (const socket of this.sockets) socket.destroy();
    return new Promise((arrived) => (this.held = arrived));
  }

  hasHeard(text: string): boolean {
    return this.heard.includes(text);
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private join(inbound: Socket, outbound: Socket): void {
    this.connections += 1;
    for (const socket of [inbound, outbound]) {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
      socket.on('error', () => undefined);
    }
    inbound.on('data', (sent: Buffer) => {
      this.heard = Buffer.concat([this.heard, sent]);
      outbound.write(sent);
    });
    outbound.on('data', (answered: Buffer) => inbound.write(answered));
    inbound.on('close', () => outbound.destroy());
    outbound.on('close', () => inbound.destroy());
  }
}
