import { Injectable } from '@nestjs/common';
import { Users } from './ports/users.js';

/** Lists accounts whose username a reader cannot tell from that of an older one: they are from before names were compared by their look. */
@Injectable()
export class ListLookAlikes {
  constructor(private readonly users: Users) {}

  /** @returns the ids of the later ones */
  execute(): Promise<readonly number[]> {
    return this.users.lookAlikes();
  }
}
