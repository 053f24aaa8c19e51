import type { WaveHealth } from '../../domain/wave-health.js';
import type { Forecast } from '../../domain/forecast.js';

export abstract class Logins {
  /** The logins since a time, judged by the present rules. */
  abstract replay(organizationId: number, period: { from: Date; now: Date }): Promise<Forecast>;
}

export abstract class WaveWatch {
  /** How the logins of each enforced wave have gone since then, but not before it was enforced. */
  abstract since(from: Date): Promise<readonly WaveHealth[]>;
}
