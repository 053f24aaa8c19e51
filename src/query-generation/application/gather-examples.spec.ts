import { describe, expect, it } from '@jest/globals';
import type { EnteredSource } from '../../data-sources/application/enter-data-source.js';
import type { RecallKnowledge } from '../../knowledge/application/recall-knowledge.js';
import type { ListHolders } from '../../organizations/application/list-holders.js';
import type { Caller } from '../../shared/caller.js';
import type { JudgeStatement } from '../../statements/application/judge-statement.js';
import type { ReadSight } from '../../statements/application/read-sight.js';
import { GatherExamples } from './gather-examples.js';
import type { Feedback } from './ports/feedback.js';

const caller = { userId: 1 } as Caller;
const source = { id: 3, organizationId: 1, moment: { at: new Date(), schema: null, dataPolicies: null } } as EnteredSource;
const PAIR = { kind: 'verified_pair', name: 'Which rivers are long?', sql: 'SELECT name FROM rivers' };
const TERM = { kind: 'glossary_term', name: 'long', definition: 'More than 2000 km', sql: 'length > 2000' };

/** @param now whether policies leave the source whole now; they did when the person entered it */
async function gathered(now: boolean) {
  const recall = { execute: async () => ({ pairs: [PAIR], terms: [TERM] }) } as unknown as RecallKnowledge;
  const holders = { execute: async () => [] } as unknown as ListHolders;
  const feedback = { similar: async () => [] } as unknown as Feedback;
  const isWholeFor = ({ moment }: { moment?: object }): boolean => moment !== undefined || now;
  const sight = { isWhole: async (_: Caller, of: EnteredSource) => isWholeFor(of) } as unknown as ReadSight;
  const judge = {
    execute: async (asked: { source: EnteredSource }) => ({ ok: true, restrictions: isWholeFor(asked.source) ? null : [] }),
  } as unknown as JudgeStatement;
  const { examples, glossary } = await new GatherExamples(recall, feedback, holders, sight, judge).execute(source, 'Long rivers?', caller);
  return { examples: examples.map(({ sql }) => sql), expressions: glossary.map(({ expression }) => expression) };
}

describe('the examples that a model is shown', () => {
  it('are all that are known for a person from whom nothing is kept', async () => {
    expect(await gathered(true)).toEqual({ examples: [PAIR.sql], expressions: [TERM.sql] });
  });

  it('are none that a policy keeps from the person which came into force after they entered the source', async () => {
    expect(await gathered(false)).toEqual({ examples: [], expressions: [null] });
  });
});
