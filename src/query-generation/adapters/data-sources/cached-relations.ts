import { Injectable } from '@nestjs/common';
import { LocateRelations } from '../../../data-sources/application/locate-relations.js';
import { type Candidates, KnownRelations } from '../../application/ports/known-relations.js';
import type { Source } from '../../application/ports/sources.js';
import type { RelationUse } from '../../domain/judgement.js';

@Injectable()
export class CachedRelations extends KnownRelations {
  constructor(private readonly locateRelations: LocateRelations) {
    super();
  }

  candidates({ id, dialect }: Source, uses: readonly RelationUse[]): Promise<readonly Candidates[]> {
    return this.locateRelations.execute({ id, engine: dialect }, uses);
  }
}
