import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { SignOnAge } from './ports/sign-on-age.js';

@Injectable()
export class SignedOnSince {
  constructor(
    private readonly age: SignOnAge,
    private readonly clock: Clock,
  ) {}

  /** Sessions from sign-ons before this moment have ended by now, and so have the keys that came from them. */
  moment(): Date {
    return new Date(this.clock.now().getTime() - this.age.seconds * 1000);
  }
}
