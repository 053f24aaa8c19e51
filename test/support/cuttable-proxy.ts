import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

/** Stands between the application and its database, so that a test can take the database away and give it back. */
export class CuttableProxy {
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  private port = 0;

  constructor(private readonly target: URL) {}

  /** The target's address by way of this proxy. */
  async open(): Promise<string> {
    this.server = createServer((inbound) => {
      const outbound = connect(Number(this.target.port), this.target.hostname);
      for (const socket of [inbound, outbound]) {
        this.sockets.add(socket);
        socket.on('close', () => this.sockets.delete(socket));
        socket.on('error', () => undefined);
      }
      inbound.pipe(outbound).pipe(inbound);
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

  /** Breaks every connection and refuses new ones. */
  async cut(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    for (const socket of this.sockets) socket.destroy();
    if (server === undefined) return;
    server.close();
    await once(server, 'close');
  }
}
