import { Injectable } from '@nestjs/common';
import { Roles } from './ports/roles.js';

/** This many fit into a line of the log; the others are reported once these are renamed. */
const MOST = 100;

/** Roles of one organization whose names differ only in case: no new ones can arise, and existing ones stay. */
@Injectable()
export class ListConfusableRoles {
  constructor(private readonly roles: Roles) {}

  /** @returns the ids of each set */
  execute(): Promise<readonly number[][]> {
    return this.roles.confusable(MOST);
  }
}
