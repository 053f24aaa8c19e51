import { describe, expect, it } from '@jest/globals';
import { reasonOfCause } from '../../engines/sql-guard/restriction.js';
import { tellableReason } from './tellable-reason.js';

const WORDS = 'ORDER BY position 9 is not in select list';
const OTHER = reasonOfCause('other');
const SPANS = [{ start: 10, end: 40 }];

describe('why a restricted statement failed', () => {
  it.each([
    ['in a sentence of ours, where there is one', { cause: 'unknown_column', text: { at: 50 } }, {}, reasonOfCause('unknown_column')],
    ['in no words that may quote rows', { cause: 'other' }, { spans: SPANS }, OTHER],
    ['in the words of the source about the text', { cause: 'other', text: { at: 50 } }, { spans: SPANS }, WORDS],
    ['in those that name no place', { cause: 'other', text: { at: null } }, { spans: SPANS }, WORDS],
    ['in none about what policies have made of it', { cause: 'other', text: { at: 10 } }, { spans: SPANS }, OTHER],
    ['in those of the engine that knows only what may be seen', { cause: 'other' }, { refusal: 'Too many.' }, 'Too many.'],
  ] as const)('is told %s', (_, failure, written, told) => {
    expect(tellableReason({ reason: WORDS, ...failure }, written)).toBe(told);
  });

  it('is not told in words that hold a part of what was sent', () => {
    const reason = `Expression h0123456789abcdef.zone is odd`;
    expect(tellableReason({ cause: 'other', reason, text: { at: null } }, {})).toBe(OTHER);
  });
});
