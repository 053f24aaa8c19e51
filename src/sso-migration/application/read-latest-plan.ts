import { Injectable } from '@nestjs/common';

@Injectable()
export class ReadLatestPlan {
  execute(_organizationId: number): Promise<{ madeAt: Date; isFresh: boolean } | null> {
    return Promise.resolve(null);
  }
}
