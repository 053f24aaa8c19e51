import { Injectable } from '@nestjs/common';
import { NameFollowers, type RenamedThing } from '../../../shared/ports/name-followers.js';
import { FollowRenames } from '../../application/follow-renames.js';

@Injectable()
export class PoliciesOfNames extends NameFollowers {
  constructor(private readonly followRenames: FollowRenames) {
    super();
  }

  follow(thing: RenamedThing): Promise<void> {
    return this.followRenames.execute(thing);
  }
}
