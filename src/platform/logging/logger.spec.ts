import { describe, expect, it } from '@jest/globals';
import { Unavailable } from '../../shared/domain-error.js';
import { createLogger } from './logger.js';

describe('the log', () => {
  const lines: string[] = [];
  const logger = createLogger('debug', { write: (line: string) => void lines.push(line) });
  const written = (fields: object): Record<string, unknown> => {
    logger.info(fields, 'told');
    return JSON.parse(lines.at(-1) ?? '') as Record<string, unknown>;
  };
  const failure = (code: string) => Object.assign(new Error('refused'), { code });

  it('names the code of an error, and of what caused it', () => {
    const err = Object.assign(failure('53100'), { cause: failure('ECONNRESET') });
    expect(written({ err })).toMatchObject({ err: { code: '53100', cause: { code: 'ECONNRESET' } } });
  });

  it('holds no code that a person types, wherever it is', () => {
    expect(written({ code: '482913', mfa: { code: '482913' }, err: failure('482913') })).toMatchObject({
      code: '[redacted]',
      mfa: { code: '[redacted]' },
      err: { message: 'refused' },
    });
    expect(lines.at(-1)).not.toContain('482913');
  });

  it('says where an error came from unless it was foreseen', () => {
    expect(written({ err: new Error('surprise') })).toHaveProperty('err.stack');
    for (const err of [new Unavailable(), failure('57014'), failure('ECONNREFUSED')]) {
      expect(written({ err })).not.toHaveProperty('err.stack');
    }
  });
});
