import { Injectable } from '@nestjs/common';

@Injectable()
export class RecheckDomains {
  execute(_input: { organizationId: number }): Promise<readonly { domain: string; isVerified: boolean }[]> {
    return Promise.resolve([]);
  }
}
