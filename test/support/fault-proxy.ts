import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

interface Pair {
  readonly inbound: Socket;
  readonly outbound: Socket;
  isSilent: boolean;
}

/**
 * Stands before a server and can go silent, as a pooler that hangs or a route that is lost: connections stay open and are accepted,
 * and nothing passes any more, no data and no end of the connection.
 */
export class FaultProxy {
  private readonly pairs = new Set<Pair>();
  private awaited: { readonly text: string; readonly seen: () => void } | undefined;
  private isSilent = false;

  private constructor(
    private readonly server: Server,
    /** The target's address by way of this proxy. */
    readonly url: string,
  ) {}

  static async before(target: URL): Promise<FaultProxy> {
    // Without that the end of a connection would be answered with an end.
    const server = createServer({ allowHalfOpen: true }, (inbound) =>
      proxy.join(inbound, connect({ port: Number(target.port), host: target.hostname, allowHalfOpen: true })),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = new URL(target.href);
    url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const proxy = new FaultProxy(server, url.href);
    return proxy;
  }

  /** The connections there are go silent for good, and the server does not hear of their end either; new ones pass. */
  silenceOpen(): void {
    for (const pair of this.pairs) pair.isSilent = true;
  }

  /** Everything goes silent, new connections too. */
  silence(): void {
    this.silenceOpen();
    this.isSilent = true;
  }

  /** New connections pass again; those that went silent stay so. */
  recover(): void {
    this.isSilent = false;
  }

  /** The next connection that sends this text has it passed on, and goes silent before the answer; fulfilled then. */
  silenceAt(text: string): Promise<void> {
    return new Promise((seen) => {
      this.awaited = { text, seen };
    });
  }

  async close(): Promise<void> {
    for (const { inbound, outbound } of this.pairs) {
      inbound.destroy();
      outbound.destroy();
    }
    this.server.close();
    await once(this.server, 'close');
  }

  private join(inbound: Socket, outbound: Socket): void {
    const pair: Pair = { inbound, outbound, isSilent: this.isSilent };
    this.pairs.add(pair);
    for (const [from, to] of [
      [inbound, outbound],
      [outbound, inbound],
    ] as const) {
      from.on('error', () => undefined);
      from.on('end', () => void (pair.isSilent || to.end()));
      from.on('close', () => {
        if (pair.isSilent) return;
        to.destroy();
        this.pairs.delete(pair);
      });
    }
    inbound.on('data', (sent: Buffer) => {
      if (!pair.isSilent) outbound.write(sent);
      if (this.awaited === undefined || !sent.includes(this.awaited.text)) return;
      pair.isSilent = true;
      this.awaited.seen();
      this.awaited = undefined;
    });
    outbound.on('data', (answered: Buffer) => {
      if (!pair.isSilent) inbound.write(answered);
    });
  }
}
