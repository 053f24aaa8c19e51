import { Injectable } from '@nestjs/common';
import { forEachSettled } from '../../shared/for-each-settled.js';
import { Clock } from '../../shared/ports/clock.js';
import { WaveBlocked, WaveNotThere } from '../domain/wave.errors.js';
import { EnforceWave } from './enforce-wave.js';
import { type WaveKey, Waves } from './ports/waves.js';
import { SuspendWave } from './suspend-wave.js';

/** Starts the waves whose time has come. */
@Injectable()
export class StartDueWaves {
  constructor(
    private readonly waves: Waves,
    private readonly enforceWave: EnforceWave,
    private readonly suspendWave: SuspendWave,
    private readonly clock: Clock,
  ) {}

  /**
   * A wave with a closed gate is paused, so that it does not start at an unexpected hour. May be run again
   * at any time.
   */
  async execute(): Promise<void> {
    await forEachSettled(await this.waves.due(this.clock.now()), async (key) => {
      try {
        await this.startOrPause(key);
      } catch (error) {
        // Another instance or person has moved it on.
        if (!(error instanceof WaveNotThere)) throw error;
      }
    });
  }

  private async startOrPause(key: WaveKey): Promise<void> {
    try {
      await this.enforceWave.execute(key, 'start', null);
    } catch (error) {
      if (!(error instanceof WaveBlocked)) throw error;
      const because = error.gates.map(({ code }) => code);
      await this.suspendWave.execute(key, { action: 'auto_pause', because, from: ['scheduled', 'notified'] });
    }
  }
}
