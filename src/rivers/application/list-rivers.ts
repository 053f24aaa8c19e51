import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../shared/page.js';
import type { River } from '../domain/river.js';
import { Rivers } from './ports/rivers.js';

@Injectable()
export class ListRivers {
  constructor(private readonly rivers: Rivers) {}

  execute(request: PageRequest): Promise<Page<River>> {
    return this.rivers.page(request);
  }
}
