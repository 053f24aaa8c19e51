import { Injectable } from '@nestjs/common';
import { forEachSettled } from '../../shared/for-each-settled.js';
import { Clock } from '../../shared/ports/clock.js';
import { WATCHED_MINUTES, faultOf } from '../domain/wave-health.js';
import { WaveNotThere } from '../domain/wave.errors.js';
import { WaveWatch } from './ports/wave-watch.js';
import type { WaveKey } from './ports/waves.js';
import { SuspendWave } from './suspend-wave.js';

/**
 * Watches the waves that require single sign-on, so that people who cannot get in need not wait for an administrator.
 */
@Injectable()
export class PauseFailingWaves {
  constructor(
    private readonly watch: WaveWatch,
    private readonly suspendWave: SuspendWave,
    private readonly clock: Clock,
  ) {}

  /** It can run again at any time. @returns how many it paused */
  async execute(): Promise<number> {
    const from = new Date(this.clock.now().getTime() - WATCHED_MINUTES * 60_000);
    let paused = 0;
    await forEachSettled(await this.watch.since(from), async (health) => {
      const fault = faultOf(health);
      if (fault !== null && (await this.pause(health, fault))) paused += 1;
    });
    return paused;
  }

  private async pause({ organizationId, number }: WaveKey, fault: string): Promise<boolean> {
    try {
      await this.suspendWave.execute({ organizationId, number }, { action: 'auto_pause', because: [fault], from: ['enforced'] });
      return true;
    } catch (error) {
      if (error instanceof WaveNotThere) return false;
      throw error;
    }
  }
}
