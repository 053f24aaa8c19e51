import type { Clock } from '../../shared/ports/clock.js';
import type { DataSource } from '../domain/data-source.js';
import type { Snapshot, SnapshotPart } from '../domain/snapshot.js';
import type { Progress } from './ports/discoveries.js';
import type { EncodedRelations, FoundSchema, ReadSchema, SchemaIntake } from './ports/introspection.js';
import type { SchemaCache } from './ports/schema-cache.js';

/** Takes one reading into the cache, beside what answers now: nothing of it is seen before its snapshot is current. */
export class CatalogIntake implements SchemaIntake {
  private readonly began: Date;
  private readonly known: ReadonlyMap<string, SnapshotPart>;
  private readonly parts = new Map<string, SnapshotPart>();
  private readonly contents = new Map<string, number>();
  private schemas: ReadonlyMap<string, FoundSchema> = new Map();
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

  async found(schemas: readonly FoundSchema[]): Promise<readonly string[]> {
    this.schemas = new Map(schemas.map((schema) => [schema.name, schema]));
    const wanted: string[] = [];
    for (const { name, fingerprint } of schemas) {
      const known = this.known.get(name);
      if (known !== undefined && known.fingerprint === fingerprint) this.keep(known);
      else wanted.push(name);
    }
    return wanted;
  }

  async relations(schema: string, batch: EncodedRelations): Promise<void> {
    await this.cache.addRelations(await this.contentOf(schema), batch);
    this.tablesSeen += batch.count;
  }

  async read(schema: string, read: ReadSchema): Promise<void> {
    const { counts, durationMs } = read;
    const fingerprint = this.schemas.get(schema)?.fingerprint ?? '';
    const contentId = await this.contentOf(schema);
    await this.cache.completeContent(contentId, fingerprint, read);
    const part = { contentId, schemaName: schema, fingerprint, counts, discoveredAt: this.clock.now(), durationMs };
    this.parts.set(schema, part);
  }

  /** Of a reading that is complete. One that was limited to a schema leaves the others as they were. */
  snapshot(): Omit<Snapshot, 'id'> {
    const now = this.clock.now();
    const durationMs = now.getTime() - this.began.getTime();
    const dataSourceId = this.source.id;
    if (this.schemaName === null)
      return { dataSourceId, coversAll: true, discoveredAt: now, durationMs, parts: [...this.parts.values()] };
    const others = this.before?.parts.filter(({ schemaName }) => schemaName !== this.schemaName) ?? [];
    const parts = [...others, ...this.parts.values()];
    const when = this.before ?? { coversAll: false, discoveredAt: now, durationMs };
    return {
      dataSourceId,
      coversAll: when.coversAll,
      discoveredAt: when.discoveredAt,
      durationMs: when.durationMs,
      parts,
    };
  }

  /** Of a reading that failed. */
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

  private async contentOf(schemaName: string): Promise<number> {
    const begun = this.contents.get(schemaName);
    if (begun !== undefined) return begun;
    const comment = this.schemas.get(schemaName)?.comment ?? null;
    const contentId = await this.cache.beginContent({ dataSourceId: this.source.id, schemaName, comment }, this.began);
    this.contents.set(schemaName, contentId);
    return contentId;
  }
}
