import { Injectable } from '@nestjs/common';
import { currentOrigin } from '../../../platform/http/request-context.js';
import { FairQueue, type Party, type Familiarity } from '../../../shared/fair-queue.js';
import { partiesOf } from '../../../shared/network.js';
import { LoginTurns } from '../../application/ports/login-turns.js';

/** These reads take milliseconds. The bound keeps a storm of logins from taking the connections of all other work. */
const LOOKS_AT_ONCE = 8;
/** Far more than can hash at once, far fewer than a storm brings. */
const PLACES = 64;
const PLACES_OF_ONE = 32;
const KEPT_FOR_KNOWN = 8;

@Injectable()
export class QueuedLoginTurns extends LoginTurns {
  private readonly looks = new FairQueue(LOOKS_AT_ONCE);
  private readonly places = new FairQueue(PLACES, undefined, undefined, PLACES_OF_ONE, KEPT_FOR_KNOWN);

  look<T>(network: string, work: () => Promise<T>): Promise<T> {
    return this.looks.run(partiesOf(network), work, currentOrigin()?.gone);
  }

  take<T>({ party, familiarity }: { party: Party; familiarity: Familiarity }, work: () => Promise<T>): Promise<T> {
    return this.places.run(party, work, currentOrigin()?.gone, familiarity);
  }
}
