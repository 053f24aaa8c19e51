import { Injectable } from '@nestjs/common';
import { DescribeRelations } from '../../data-sources/application/describe-relations.js';
import { type QualifiedName, keyOf } from '../../shared/qualified-name.js';
import { isNamed } from '../domain/hidden-names.js';
import { namesIn } from '../domain/hidden-values.js';

/** Views over views, all together. */
const MOST_VIEWS = 500;

type Described = NonNullable<Awaited<ReturnType<DescribeRelations['all']>>>[number];

/** Tells whether a kept text reads relations through views, which may show their columns under other names. */
@Injectable()
export class ReadsPartly {
  constructor(private readonly describeRelations: DescribeRelations) {}

  /**
   * @param judged relations of which policies speak themselves: what they show need not be traced
   * @returns true also where it cannot be told what a view shows
   */
  async execute(
    { dataSourceId, text }: { readonly dataSourceId: number; readonly text: string },
    relations: readonly QualifiedName[],
    judged: readonly QualifiedName[],
  ): Promise<boolean> {
    const asked = new Set<string>();
    const views = new Set(judged.map(keyOf));
    for (let texts = [text]; texts.length > 0;) {
      const names = [...new Set(texts.flatMap((one) => [...namesIn(one)]))].filter((name) => !asked.has(name));
      for (const name of names) asked.add(name);
      const found = names.length === 0 ? [] : ((await this.describeRelations.all(dataSourceId, names)) ?? []);
      const more = found.filter((one) => isView(one) && !views.has(keyOf(one)));
      for (const view of more) views.add(keyOf(view));
      texts = more.flatMap(({ definition }) => definition ?? []);
      if (texts.length < more.length || views.size > judged.length + MOST_VIEWS) return true;
      const lower = texts.map((one) => one.toLowerCase());
      if (lower.some((one) => relations.some(({ name }) => isNamed(one, name)))) return true;
    }
    return false;
  }
}

/** A table of SQLite without types may be a full-text table that shows the texts of another one. */
function isView({ kind, columns, primaryKey }: Described): boolean {
  if (kind === 'view' || kind === 'materialized_view') return true;
  return primaryKey === null && columns.length > 0 && columns.every(({ type }) => type === '');
}
