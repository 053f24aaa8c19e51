import { Injectable } from '@nestjs/common';
import type { Connection } from '../domain/connection.js';
import { Connections } from './ports/connections.js';

export interface SsoReadiness {
  readonly connections: readonly Pick<Connection, 'id' | 'status' | 'testedAt'>[];
  readonly domains: readonly { readonly domain: string; readonly status: string }[];
  readonly provenUserIds: readonly number[];
}

@Injectable()
export class DescribeSsoReadiness {
  constructor(private readonly connections: Connections) {}

  async execute({ organizationId }: { organizationId: number; userIds: readonly number[] }): Promise<SsoReadiness> {
    return { connections: await this.connections.activeOf(organizationId), domains: [], provenUserIds: [] };
  }
}
