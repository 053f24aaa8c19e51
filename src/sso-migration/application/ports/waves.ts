import type { Page, PageRequest } from '../../../shared/page.js';
import type { Wave, WaveView } from '../../domain/wave.js';

export type NewWave = Pick<Wave, 'organizationId' | 'name' | 'status' | 'planId' | 'startsAt' | 'graceHours' | 'createdBy' | 'createdAt'>;

export interface WaveKey {
  readonly organizationId: number;
  readonly number: number;
}

export type ToldWave = WaveKey & Pick<Wave, 'status' | 'startsAt'>;

export abstract class Waves {
  /** Takes the next number. @returns it */
  abstract add(wave: NewWave): Promise<number>;
  /** Until the unit of work ends, no other request changes the wave. Take this lock after that of the organization. */
  abstract lock(key: WaveKey): Promise<Wave | null>;
  abstract save(wave: Wave): Promise<void>;
  abstract find(key: WaveKey): Promise<WaveView | null>;
  /** By number. */
  abstract pageOf(organizationId: number, request: PageRequest): Promise<Page<WaveView>>;
  /** The newest earlier wave that required single sign-on, without those that were rolled back. */
  abstract previousOf(key: WaveKey): Promise<WaveView | null>;
  /** Waves whose start time has come. */
  abstract due(now: Date): Promise<readonly WaveKey[]>;
  /** Waves whose members receive mails: the start is ahead, or was not long ago. */
  abstract told(now: Date): Promise<readonly ToldWave[]>;
  /** All its members have been told; does nothing to a wave that has moved on. */
  abstract markNotified(key: WaveKey, now: Date): Promise<void>;
}
