import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Server } from 'node:net';
import { devNull } from 'node:os';
import type { Clock } from '../../shared/ports/clock.js';
import type { Logger } from '../logging/logger.js';
import { OnceAMinute } from '../logging/once-a-minute.js';

const MOST_CONNECTIONS = 10_000;
const LOOK_MS = 5_000;
const OUT_OF_DESCRIPTORS = ['EMFILE', 'ENFILE'];

/**
 * Connections that clients may hold. Half of the descriptors stay for the database, data sources, files and the management port, however
 * many clients come.
 */
export function mostConnections(): number {
  return Math.min(MOST_CONNECTIONS, Math.floor(mostDescriptors() / 2));
}

/** Node has raised its limit to the highest that it may have. Where there is no such file, the system sets none that matters here. */
function mostDescriptors(): number {
  try {
    const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return limit === undefined ? Infinity : Number(limit);
  } catch {
    return Infinity;
  }
}

/** Tells the operator, once a minute at most, that clients are turned away, and what to do. */
export class ShedConnections {
  private readonly onceAMinute: OnceAMinute;

  constructor(
    private readonly logger: Logger,
    clock: Clock,
  ) {
    this.onceAMinute = new OnceAMinute(clock);
  }

  /** @param variable that sets its port */
  watch(server: Server, variable: string): void {
    server.on('drop', () => {
      this.onceAMinute.note(variable, (times) =>
        this.logger.warn(
          { reason: 'too_many_connections', port: variable, limit: server.maxConnections, times },
          'connections are refused, because as many are open as this port takes: limit them for each address at the proxy, and raise ' +
            'LimitNOFILE (ulimit -n) if the limit is below 10000',
        ),
      );
    });
    // Whatever keeps it from taking one connection, the next one may come. Without this, Node ends the process.
    server.on('error', (error: NodeJS.ErrnoException) => this.failed(error));
  }

  /** Node hardly ever reports that no descriptor is left: it closes what comes. So one is asked for. @returns a function that ends it */
  watchDescriptors(): () => void {
    const look = (): void => {
      open(devNull).then(
        (file) => file.close(),
        (error: NodeJS.ErrnoException) => {
          if (OUT_OF_DESCRIPTORS.includes(error.code ?? '')) this.failed(error);
        },
      );
    };
    const timer = setInterval(look, LOOK_MS).unref();
    return () => clearInterval(timer);
  }

  private failed(err: NodeJS.ErrnoException): void {
    const message = OUT_OF_DESCRIPTORS.includes(err.code ?? '')
      ? 'no file descriptor is left, so connections are closed unanswered: raise LimitNOFILE (ulimit -n), and restart this instance'
      : 'a connection could not be taken: look at memory and network of this machine';
    this.onceAMinute.note(err.code ?? 'unknown', (times) => this.logger.error({ err, times }, message));
  }
}
