import type { WaveHealth } from '../../domain/wave-health.js';

export abstract class WaveWatch {
  /** How the logins of each enforced wave have gone since, but not before it was enforced. */
  abstract since(from: Date): Promise<readonly WaveHealth[]>;
}
