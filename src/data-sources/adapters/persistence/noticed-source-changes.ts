import { Injectable } from '@nestjs/common';
import { Notices } from '../../../platform/database/notices.js';
import { SourceChanges } from '../../application/ports/source-changes.js';

/** The channel of the database. What changes a source tells it in the same transaction. */
export const CHANGED = 'data_sources_changed';

@Injectable()
export class NoticedSourceChanges extends SourceChanges {
  constructor(private readonly notices: Notices) {
    super();
  }

  watch(changed: (dataSourceId: number) => void): Promise<void> {
    return this.notices.listen(CHANGED, (payload) => changed(Number(payload)));
  }
}
