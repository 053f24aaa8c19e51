import { Injectable } from '@nestjs/common';
import { confusableRoles } from '../domain/role.js';
import { Roles } from './ports/roles.js';

/** Roles of one organization whose names differ in case only: none is made any more, and those that are there stay. */
@Injectable()
export class ListConfusableRoles {
  constructor(private readonly roles: Roles) {}

  /** @returns the ids of each set of them */
  async execute(): Promise<readonly number[][]> {
    return confusableRoles(await this.roles.besideCustomOnes());
  }
}
