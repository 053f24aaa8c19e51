import type { Page, PageRequest } from '../../../shared/page.js';
import type { WaveMember } from '../../domain/wave-member.js';
import type { Reminder } from '../../domain/wave-mails.js';
import type { WaveKey } from './waves.js';

export interface DueReminder {
  readonly userId: number;
  readonly username: string;
  readonly email: string;
  readonly reminder: Reminder;
}

export abstract class WaveMembers {
  /** Whoever was in a wave that was rolled back leaves it. */
  abstract add(key: WaveKey, userIds: readonly number[]): Promise<void>;
  abstract idsOf(key: WaveKey): Promise<readonly number[]>;
  /** By user id. */
  abstract pageOf(key: WaveKey, request: PageRequest): Promise<Page<WaveMember>>;
  /** Those among the ids who belong to a wave that was not rolled back. */
  abstract taken(organizationId: number, among: readonly number[]): Promise<readonly number[]>;
  /** The date is another one: they are told anew. */
  abstract forgetReminders(key: WaveKey): Promise<void>;
  /**
   * Takes on reminders that are due, so that nobody else sends them: the newest of each member who has not come through the
   * identity provider yet. Joins the unit of work that sends them. Whoever is sent none counts as told all the same.
   */
  abstract takeReminders(key: WaveKey, now: Date, limit: number): Promise<readonly DueReminder[]>;
  /** They have been sent a reminder. */
  abstract markTold(key: WaveKey, userIds: readonly number[], now: Date): Promise<void>;
}
