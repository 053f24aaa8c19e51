import type { Page, PageRequest } from '../../../shared/page.js';
import type { Wave, WaveView } from '../../domain/wave.js';

export type NewWave = Pick<
  Wave,
  'organizationId' | 'name' | 'status' | 'planId' | 'startsAt' | 'graceHours' | 'createdBy' | 'createdAt'
>;

export interface WaveKey {
  readonly organizationId: number;
  readonly number: number;
}

export type ToldWave = WaveKey & Pick<Wave, 'status' | 'startsAt'>;

export abstract class Waves {
  /** Takes the next number. @returns it */
  abstract add(wave: NewWave): Promise<number>;
  /** Until the unit of work ends nobody else changes the wave; after what holds the organization. */
  abstract lock(key: WaveKey): Promise<Wave | null>;
  abstract save(wave: Wave): Promise<void>;
  abstract find(key: WaveKey): Promise<WaveView | null>;
  /** By number. */
  abstract pageOf(organizationId: number, request: PageRequest): Promise<Page<WaveView>>;
  /** The newest before this one that single sign-on was required of, rolled back ones left out. */
  abstract previousOf(key: WaveKey): Promise<WaveView | null>;
  /** Whose time to start has come. */
  abstract due(now: Date): Promise<readonly WaveKey[]>;
  /** Whose members are told things: it is ahead of them, or has begun not long ago. */
  abstract told(now: Date): Promise<readonly ToldWave[]>;
  /** Everybody has been told of it; does nothing to a wave that has gone on meanwhile. */
  abstract markNotified(key: WaveKey, now: Date): Promise<void>;
}
