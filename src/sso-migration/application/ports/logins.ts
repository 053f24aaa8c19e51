import type { Forecast } from '../../domain/forecast.js';

export abstract class Logins {
  /** The logins from a time on, judged by the rules as they are now. */
  abstract replay(organizationId: number, period: { from: Date; now: Date }): Promise<Forecast>;
}
