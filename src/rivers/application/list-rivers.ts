import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../shared/page.js';
import { StaleReads } from '../../shared/ports/stale-reads.js';
import type { River } from '../domain/river.js';
import { Rivers } from './ports/rivers.js';

@Injectable()
export class ListRivers {
  constructor(
    private readonly rivers: Rivers,
    private readonly staleReads: StaleReads,
  ) {}

  execute(request: PageRequest): Promise<Page<River>> {
    return this.staleReads.run(() => this.rivers.page(request));
  }
}
