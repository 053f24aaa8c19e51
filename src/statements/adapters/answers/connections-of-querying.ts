import { Injectable } from '@nestjs/common';
import { RestingConnections } from '../../../data-sources/application/ports/resting-connections.js';
import type { Target } from '../../../engines/catalog-reader/target.js';
import { Querying } from '../../application/ports/querying.js';

@Injectable()
export class ConnectionsOfQuerying extends RestingConnections {
  constructor(private readonly querying: Querying) {
    super();
  }

  closeAt(target: Target): Promise<void> {
    return this.querying.closeAt(target);
  }
}
