import { timingSafeEqual } from 'node:crypto';
import { Controller, Get, Header, NotFoundException, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Unauthorized } from '../../shared/domain-error.js';
import { Config } from '../config/config.js';
import { Answers } from '../http/answers.js';
import { Public } from '../http/authentication.guard.js';
import { Metrics } from './metrics.js';

@ApiTags('Operations')
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    private readonly config: Config,
  ) {}

  @Public()
  @Get()
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  @Answers({
    summary: 'Prometheus metrics',
    description:
      'Needs `Authorization: Bearer <METRICS_TOKEN>`; without that setting there is nothing at this address.',
    status: 200,
    errors: ['UNAUTHORIZED', 'NOT_FOUND'],
    isPublic: true,
  })
  async read(@Req() request: Request): Promise<string> {
    const { token } = this.config.metrics;
    if (token === undefined) throw new NotFoundException();
    if (!isSame(request.get('authorization') ?? '', `Bearer ${token}`))
      throw new Unauthorized('The metrics token is required.');
    return this.metrics.registry.metrics();
  }
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
