import type { Caller } from '../../shared/caller.js';
import type { AccessControl, Place } from '../../shared/ports/access-control.js';

/**
 * Who changes what people have saved for each other: its author, and people who verify statements at each place that it is about.
 * @throws Forbidden
 */
export async function requireAuthorship(access: AccessControl, caller: Caller, createdBy: number, places: readonly Place[]): Promise<void> {
  if (createdBy === caller.userId) return;
  for (const place of places) await access.require(caller, 'query.verify', place);
}
