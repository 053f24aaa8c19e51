import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { Clock } from '../../shared/ports/clock.js';
import type { Export, Subject } from '../domain/export.js';
import { ExportDoor } from './export-door.js';

@Injectable()
export class FindExport {
  constructor(
    private readonly door: ExportDoor,
    private readonly clock: Clock,
  ) {}

  /** @returns `null` when there is none, or its day is over @throws Forbidden, PolicyRefused */
  async execute(caller: Caller, subject: Subject): Promise<Export | null> {
    const newest = await this.door.newest(caller, subject);
    const isOver = newest?.expiresAt !== undefined && newest.expiresAt !== null && newest.expiresAt <= this.clock.now();
    return isOver ? null : newest;
  }
}
