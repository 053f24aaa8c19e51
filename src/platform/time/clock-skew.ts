import type { Clock } from '../../shared/ports/clock.js';
import type { TypeOrmSession } from '../database/typeorm-session.js';
import type { Logger } from '../logging/logger.js';
import type { Metrics } from '../metrics/metrics.js';

const EVERY_MS = 60_000;
/** Two instances that differ by this much in opposite directions still accept each other's tokens. */
const MOST_SECONDS = 2;

/** How far the clock of this machine is from that of the database, by which all instances can be compared. */
export class ClockSkew {
  private seconds = 0;

  constructor(
    private readonly session: TypeOrmSession,
    private readonly clock: Clock,
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    const help = 'By how much the clock of this machine is ahead of that of the database';
    metrics.gauge('headgate_clock_skew_seconds', help, () => this.seconds);
  }

  /** Measures now and each minute. @returns a function that ends it */
  watch(): () => void {
    const measure = (): void => {
      this.measure().catch((err: unknown) => this.logger.debug({ err }, 'the clock could not be compared'));
    };
    measure();
    const timer = setInterval(measure, EVERY_MS).unref();
    return () => clearInterval(timer);
  }

  /**
   * @returns seconds by which this machine is ahead, negative when it is behind; 0 when the difference is within the
   * time of asking
   */
  async measure(): Promise<number> {
    const before = this.clock.now().getTime();
    // Raw: asks for the time, and no table.
    const [row] = await this.session.query<{ now: number }>('SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now');
    const after = this.clock.now().getTime();
    const there = row?.now ?? before;
    // The database read its clock at some moment between the two.
    const ahead = there < before ? before - there : there > after ? after - there : 0;
    this.seconds = Math.round(ahead) / 1000;
    if (Math.abs(this.seconds) > MOST_SECONDS)
      this.logger.warn(
        { clock_skew_seconds: this.seconds },
        'the clock of this machine differs from that of the database: other instances may refuse its tokens',
      );
    return this.seconds;
  }
}
