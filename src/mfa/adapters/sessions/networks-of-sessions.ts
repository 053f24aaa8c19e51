import { Injectable } from '@nestjs/common';
import { IsKnownNetwork } from '../../../sessions/application/is-known-network.js';
import { Networks } from '../../application/ports/networks.js';

@Injectable()
export class NetworksOfSessions extends Networks {
  constructor(private readonly isKnownNetwork: IsKnownNetwork) {
    super();
  }

  isKnown(userId: number, network: string): Promise<boolean> {
    return this.isKnownNetwork.execute({ userId, network });
  }
}
