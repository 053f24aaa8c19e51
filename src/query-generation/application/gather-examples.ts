import { Injectable } from '@nestjs/common';
import { ListHolders } from '../../organizations/application/list-holders.js';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import { RecallKnowledge } from '../../knowledge/application/recall-knowledge.js';
import type { Caller } from '../../shared/caller.js';
import { Forbidden } from '../../shared/domain-error.js';
import type { Example, PromptInput } from '../domain/prompt.js';
import { JudgeStatement } from '../../statements/application/judge-statement.js';
import { ReadSight } from '../../statements/application/read-sight.js';
import { Feedback } from './ports/feedback.js';

const MOST_EXAMPLES = 3;
const MOST_VERIFIERS = 1_000;

/**
 * Examples from similar questions of the organization: verified pairs first, then statements with good feedback. Only feedback of the
 * asker, and of people who may verify there now, counts: no other person steers the questions of others.
 */
@Injectable()
export class GatherExamples {
  constructor(
    private readonly recallKnowledge: RecallKnowledge,
    private readonly feedback: Feedback,
    private readonly listHolders: ListHolders,
    private readonly readSight: ReadSight,
    private readonly judge: JudgeStatement,
  ) {}

  /** For a data source that the caller has entered. */
  async execute(entered: DataSource, question: string, caller: Caller): Promise<Pick<PromptInput, 'examples' | 'glossary'>> {
    // Since then tokens or the ranking of tables may have been waited for: policies are asked for as they are now.
    const { moment: _, ...source } = entered;
    const { pairs, terms } = await this.recallKnowledge.execute(source.id, question);
    const verified = pairs.map(({ name, sql }): Example => ({ question: name, sql: sql ?? '' }));
    const known = new Set(verified.map((one) => one.question));
    const found = verified.length < MOST_EXAMPLES ? await this.similar(source, question, caller) : [];
    const others = found.filter((one) => !known.has(one.question));
    const glossary = terms.map(({ name, definition, sql }) => ({
      name,
      definition: definition ?? '',
      expression: sql,
    }));
    return this.permitted(caller, source, { examples: [...verified, ...others].slice(0, MOST_EXAMPLES), glossary });
  }

  private async similar(source: DataSource, question: string, caller: Caller): Promise<readonly Example[]> {
    const { organizationId, workspaceId, id: dataSourceId } = source;
    const holders = await this.listHolders.execute(organizationId, 'query.verify', MOST_VERIFIERS, workspaceId);
    const givers = [caller.userId, ...holders.map(({ userId }) => userId)];
    return this.feedback.similar({ organizationId, dataSourceId, question, givers }, MOST_EXAMPLES);
  }

  /** A statement over what policies restrict names columns that the person may not know; so may a formula. */
  private async permitted(
    caller: Caller,
    source: DataSource,
    { examples, glossary }: Pick<PromptInput, 'examples' | 'glossary'>,
  ): Promise<Pick<PromptInput, 'examples' | 'glossary'>> {
    if (examples.length === 0 && glossary.length === 0) return { examples, glossary };
    if (await this.readSight.isWhole(caller, source)) return { examples, glossary };
    const kept: Example[] = [];
    for (const example of examples) if (await this.isUnrestricted(caller, source, example.sql)) kept.push(example);
    return { examples: kept, glossary: glossary.map((term) => ({ ...term, expression: null })) };
  }

  private async isUnrestricted(caller: Caller, source: DataSource, sql: string): Promise<boolean> {
    try {
      const verdict = await this.judge.execute({ caller, source, sql });
      return verdict.ok && verdict.restrictions === null;
    } catch (error) {
      // The person lacks an attribute that a relation of it requires. Their question may be about others.
      if (error instanceof Forbidden) return false;
      throw error;
    }
  }
}
