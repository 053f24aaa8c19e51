import { timingSafeEqual } from 'node:crypto';
import { Controller, Get, NotFoundException, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Unauthorized } from '../../shared/domain-error.js';
import { Config } from '../config/config.js';
import { Operation } from '../http/operation.js';
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
  @Operation({
    id: 'readMetrics',
    summary: 'Read the metrics of this instance, for Prometheus',
    description: 'Needs `Authorization: Bearer <METRICS_TOKEN>`; without that setting there is nothing at this address.',
    status: 200,
    type: 'text/plain',
    errors: ['UNAUTHORIZED', 'NOT_FOUND'],
  })
  async read(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<string> {
    const { token } = this.config.metrics;
    if (token === undefined) throw new NotFoundException();
    if (!isSame(request.get('authorization') ?? '', `Bearer ${token}`))
      throw new Unauthorized('The metrics token is required. Send it as Authorization: Bearer <METRICS_TOKEN>.');
    // Not by `@Header`: a refusal would have this type as well.
    response.type('text/plain; version=0.0.4; charset=utf-8');
    return this.metrics.registry.metrics();
  }
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
