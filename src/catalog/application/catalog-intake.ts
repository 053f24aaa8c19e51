import type { Clock } from '../../shared/ports/clock.js';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import type { Counts } from '../../engines/catalog-reader/relation.js';
import type { Snapshot, SnapshotPart } from '../domain/snapshot.js';
import type { SourceFacts } from '../../engines/catalog-reader/source-facts.js';
import type { Progress } from './ports/discoveries.js';
import type { EncodedRelations, FoundSchema, ReadSchema, RowEstimates, SchemaIntake } from '../../engines/catalog-reader/reading.js';
import type { SchemaCache } from './ports/schema-cache.js';

/** Takes one reading into the cache beside the current schema; readers see none of it before its snapshot is current. */
export class CatalogIntake implements SchemaIntake {
  private readonly began: Date;
  private readonly known: ReadonlyMap<string, SnapshotPart>;
  private readonly parts = new Map<string, SnapshotPart>();
  private readonly contents = new Map<string, number>();
  private schemas: ReadonlyMap<string, FoundSchema> = new Map();
  private facts: SourceFacts | null = null;
  private tablesSeen = 0;

  constructor(
    private readonly source: DataSource,
    private readonly schemaName: string | null,
    private readonly before: Snapshot | null,
    private readonly cache: SchemaCache,
    private readonly clock: Clock,
  ) {
    this.began = clock.now();
    this.known = new Map(before?.parts.map((part) => [part.schemaName, part]));
  }

  get progress(): Progress {
    const schemasTotal = this.schemas.size === 0 ? null : this.schemas.size;
    return { schemasDone: this.parts.size, schemasTotal, tablesSeen: this.tablesSeen };
  }

  async found(schemas: readonly FoundSchema[], facts: SourceFacts | null): Promise<readonly string[]> {
    this.facts = facts;
    this.schemas = new Map(schemas.map((schema) => [schema.name, schema]));
    const wanted: string[] = [];
    for (const { name, fingerprint } of schemas) {
      const known = this.known.get(name);
      const isKnown = known?.fingerprint === fingerprint && known.locked.length === 0;
      if (isKnown) this.keep(known);
      else wanted.push(name);
    }
    return wanted;
  }

  async relations(schema: string, batch: EncodedRelations): Promise<void> {
    await this.cache.addRelations(await this.contentOf(schema), batch);
    this.tablesSeen += batch.count;
  }

  async estimates(schema: string, estimates: RowEstimates): Promise<void> {
    const known = this.parts.get(schema);
    if (known !== undefined) await this.cache.renewEstimates(known.contentId, estimates);
  }

  async read(schema: string, read: ReadSchema): Promise<void> {
    const { durationMs, locked } = read;
    const fingerprint = this.schemas.get(schema)?.fingerprint ?? '';
    const contentId = await this.contentOf(schema);
    const known = this.known.get(schema);
    if (known?.fingerprint === fingerprint && isSame(known.locked, locked)) {
      // Nothing has changed, and locked relations are still locked, so no new snapshot is made.
      this.keep(known);
      this.contents.delete(schema);
      await this.cache.dropContents([contentId]);
      return;
    }
    const counts = await this.withKept(contentId, known, read);
    await this.cache.completeContent(contentId, fingerprint, { ...read, counts });
    const discoveredAt = this.clock.now();
    const part = { contentId, schemaName: schema, fingerprint, counts, locked, discoveredAt, durationMs };
    this.parts.set(schema, part);
  }

  /** The snapshot of a complete reading. A reading of one schema leaves the others as they were. */
  snapshot(): Omit<Snapshot, 'id'> {
    const now = this.clock.now();
    const durationMs = now.getTime() - this.began.getTime();
    const dataSourceId = this.source.id;
    const { facts } = this;
    if (this.schemaName === null)
      return { dataSourceId, coversAll: true, discoveredAt: now, durationMs, facts, parts: [...this.parts.values()] };
    const others = this.before?.parts.filter(({ schemaName }) => schemaName !== this.schemaName) ?? [];
    const parts = [...others, ...this.parts.values()];
    const when = this.before ?? { coversAll: false, discoveredAt: now, durationMs };
    return {
      dataSourceId,
      coversAll: when.coversAll,
      discoveredAt: when.discoveredAt,
      durationMs: when.durationMs,
      facts,
      parts,
    };
  }

  /** Removes what a failed reading has stored. */
  async clear(): Promise<void> {
    await this.cache.dropContents([...this.contents.values()]);
  }

  private keep(known: SnapshotPart): void {
    const now = this.clock.now();
    this.parts.set(known.schemaName, {
      ...known,
      discoveredAt: now,
      durationMs: now.getTime() - this.began.getTime(),
    });
  }

  /** Locked relations stay as they were, if they were ever read. @returns the counts with them */
  private async withKept(contentId: number, known: SnapshotPart | undefined, read: ReadSchema): Promise<Counts> {
    const { counts, locked } = read;
    if (known === undefined || locked.length === 0) return counts;
    const kept = await this.cache.keepRelations(contentId, known.contentId, locked);
    return {
      tables: counts.tables + kept.tables,
      views: counts.views + kept.views,
      columns: counts.columns + kept.columns,
    };
  }

  private async contentOf(schemaName: string): Promise<number> {
    const begun = this.contents.get(schemaName);
    if (begun !== undefined) return begun;
    const { comment = null, engineId = null } = this.schemas.get(schemaName) ?? {};
    const content = { dataSourceId: this.source.id, schemaName, comment, engineId };
    const contentId = await this.cache.beginContent(content, this.began);
    this.contents.set(schemaName, contentId);
    return contentId;
  }
}

/** Both in the order of the source. */
function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, index) => name === other[index]);
}
