import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { currentOrigin } from '../../../platform/http/request-context.js';
import { Logger } from '../../../platform/logging/logger.js';
import { BoundedThreads } from '../../../platform/threads/bounded-threads.js';
import { DiagramDrawing } from '../../application/ports/diagram-drawing.js';
import { DiagramTooLarge } from '../../domain/catalog.errors.js';
import type { Diagram } from '../../domain/diagram.js';
import { say } from '../../../shared/sentence.js';

const LIMITS = {
  threads: 1,
  threadsOfOne: 1,
  longestLine: 20,
  longestWait: 200,
  memoryMb: 256,
  timeoutMs: 20_000,
};

/** A schema of 150 tables with three keys each takes most of a second to lay out. */
@Injectable()
export class ThreadedDrawing extends DiagramDrawing implements OnApplicationShutdown {
  private readonly threads: BoundedThreads<Diagram, string>;

  constructor(logger: Logger) {
    super();
    this.threads = new BoundedThreads('catalog/adapters/drawing/drawing-thread', LIMITS, logger);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads.destroy();
  }

  async svg(diagram: Diagram, party: string): Promise<string> {
    const svg = await this.threads.run(party, diagram, currentOrigin()?.gone);
    if (svg === null) throw new DiagramTooLarge(say('These tables and their foreign keys take too long to draw.'));
    return svg;
  }
}
