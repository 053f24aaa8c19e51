import { Injectable } from '@nestjs/common';
import { SchemaFollowers } from '../../../catalog/application/ports/schema-followers.js';
import { FollowNames } from '../../application/follow-names.js';

@Injectable()
export class FollowersOfNames extends SchemaFollowers {
  constructor(private readonly followNames: FollowNames) {
    super();
  }

  lock(...[source]: Parameters<SchemaFollowers['lock']>): ReturnType<SchemaFollowers['lock']> {
    return this.followNames.lock(source);
  }

  follow(...[source, movement, requestedBy]: Parameters<SchemaFollowers['follow']>): Promise<void> {
    return this.followNames.execute(source, movement, requestedBy);
  }
}
