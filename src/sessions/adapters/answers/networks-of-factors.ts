import { Injectable } from '@nestjs/common';
import { IsKnownNetwork } from '../../application/is-known-network.js';
import { Networks } from '../../../mfa/application/ports/networks.js';

@Injectable()
export class NetworksOfFactors extends Networks {
  constructor(private readonly isKnownNetwork: IsKnownNetwork) {
    super();
  }

  isKnown(userId: number, network: string): Promise<boolean> {
    return this.isKnownNetwork.execute({ userId, network });
  }
}
