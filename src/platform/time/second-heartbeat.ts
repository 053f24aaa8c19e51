import { Injectable } from '@nestjs/common';
import { Heartbeat } from '../../shared/ports/heartbeat.js';
import { Logger } from '../logging/logger.js';

const BEAT_MS = 1_000;

@Injectable()
export class SecondHeartbeat extends Heartbeat {
  constructor(private readonly logger: Logger) {
    super();
  }

  async during<T>(work: Promise<T>, beat: () => Promise<void>): Promise<T> {
    let last = Promise.resolve();
    const timer = setInterval(() => {
      // One after the other: a slow database must not pile them up.
      last = last.then(beat).catch((err: unknown) => this.logger.warn({ err }, 'a heartbeat failed'));
    }, BEAT_MS);
    try {
      return await work;
    } finally {
      clearInterval(timer);
      await last;
    }
  }
}
