import { Injectable } from '@nestjs/common';
import { areIds, joinedChanges, type MemberChange } from '../../engines/scim-protocol/members.js';
import { type GroupKey, GroupMembers } from './ports/group-members.js';

/** Carries out what a request says of the members of a group, whose row is locked. */
@Injectable()
export class ChangeMembers {
  constructor(private readonly members: GroupMembers) {}

  /** @returns who joined or left; a person may have done both @throws InvalidValue, InvalidFilter */
  async execute(group: GroupKey, changes: readonly MemberChange[]): Promise<string[]> {
    const moved = new Set<string>();
    for (const change of joinedChanges(changes)) for (const id of await this.carryOut(group, change)) moved.add(id);
    return [...moved];
  }

  private carryOut(group: GroupKey, change: MemberChange): Promise<string[]> {
    if (change.kind === 'remove') return this.remove(group, change.values);
    const ids = change.members.map(({ value }) => value);
    return change.kind === 'add' ? this.members.add(group, ids) : this.members.replace(group, ids);
  }

  private remove(group: GroupKey, values: (MemberChange & { kind: 'remove' })['values']): Promise<string[]> {
    if (values === null) return this.members.removeAll(group);
    return areIds(values) ? this.members.remove(group, values) : this.members.removeMatching(group, values);
  }
}
