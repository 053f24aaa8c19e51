import { describe, expect, it } from '@jest/globals';
import { DomainError, Forbidden, ValidationFailed } from './domain-error.js';
import { keptOf, refusalOf } from './kept-refusal.js';
import { inLanguage, say } from './sentence.js';

describe('a refusal that is kept', () => {
  const refusal = new ValidationFailed([
    { field: 'rules', message: say('Conditions can nest {most} deep. Use fewer levels.', { most: 3 }) },
  ]);

  it('is given again in any language', () => {
    const again = refusalOf(JSON.parse(JSON.stringify(keptOf(refusal))) as ReturnType<typeof keptOf>);
    expect([again.kind, again.code, again.message]).toEqual([refusal.kind, refusal.code, refusal.message]);
    const [detail] = again.details ?? [];
    expect(detail?.field).toBe('rules');
    expect(detail && inLanguage(detail.message, 'de')).toBe('Bedingungen können 3 Ebenen tief sein. Nehmen Sie weniger Ebenen.');
  });

  it('names no policies, which the next reader may not know', () => {
    const violations = [{ rule: 'restricted_relation', policies: ['Salaries'] }];
    const kept = keptOf(
      new DomainError('unprocessable', 'QUERY_FAILED', 'The query has ended already.', undefined, { violations, policies: ['Salaries'] }),
    );
    expect(kept.extension).toEqual({ violations: [{ rule: 'restricted_relation' }] });
  });

  it('can be read by instances of an earlier version, and was perhaps kept by one', () => {
    const { sentence: _, ...kept } = keptOf(new Forbidden());
    expect(kept).toEqual({ kind: 'forbidden', code: 'FORBIDDEN', message: 'You are not allowed to do this.' });
    expect(inLanguage(refusalOf(kept).sentence, 'de')).toBe('Dazu fehlt Ihnen die Berechtigung.');
    expect(inLanguage(refusalOf({ ...kept, message: 'Said in other words.' }).sentence, 'de')).toBe('Said in other words.');
  });
});
