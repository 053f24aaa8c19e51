import { Injectable } from '@nestjs/common';
import { Roles } from './ports/roles.js';

/** So many fit into a line of the log; the others are told once these are renamed. */
const MOST = 100;

/** Roles of one organization whose names differ in case only: none is made any more, and those that are there stay. */
@Injectable()
export class ListConfusableRoles {
  constructor(private readonly roles: Roles) {}

  /** @returns the ids of each set of them */
  execute(): Promise<readonly number[][]> {
    return this.roles.confusable(MOST);
  }
}
