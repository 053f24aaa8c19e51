import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import type { Group } from '../domain/group.js';
import type { ClassifiedMember } from '../domain/member.js';
import { Classification } from './ports/classification.js';

/** Either certain people, or a part of the members of a group who are in no wave. */
export type Wanted = { readonly userIds: readonly number[] } | { readonly group: Group; readonly percent: number; readonly limit: number };

/** Uses the same statement that plans are made of. */
@Injectable()
export class ClassifyMembers {
  constructor(
    private readonly classification: Classification,
    private readonly clock: Clock,
  ) {}

  /** @returns by user id; people who are not members are left out */
  execute(organizationId: number, wanted: Wanted): Promise<ClassifiedMember[]> {
    const now = this.clock.now();
    return 'userIds' in wanted
      ? this.classification.judge(organizationId, wanted.userIds, now)
      : this.classification.freeOf(organizationId, { now, ...wanted });
  }
}
