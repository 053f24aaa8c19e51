import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { type Affiliation, Organizations } from './ports/organizations.js';

@Injectable()
export class ListEnteredAffiliations {
  constructor(private readonly organizations: Organizations) {}

  /** The organizations that the session of the caller is good for: none that wants of him what it lacks, single sign-on or a second factor. */
  execute(caller: Caller): Promise<readonly Affiliation[]> {
    return caller.isSystemAdmin
      ? this.organizations.affiliationsOf(caller.userId)
      : this.organizations.enteredBy(caller);
  }
}
