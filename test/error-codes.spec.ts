import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ERRORS } from '../src/platform/http/error-codes.js';
import { membersOfErrors } from '../src/platform/http/error-members.js';
import { answerTo } from '../src/platform/http/error-response.js';
import { RULES } from '../src/engines/sql-guard/judgement.js';
import { MODEL_FAULTS } from '../src/query-generation/domain/query.errors.js';
import { DomainError, type ErrorKind } from '../src/shared/domain-error.js';
import { verbatim } from '../src/shared/sentence.js';

/** Told to directories only, whose errors have no codes (RFC 7644 section 3.12). */
const OF_SCIM = ['NOT_ACCEPTABLE', 'NOT_IMPLEMENTED', 'BREAK_GLASS_STAYS'];

const KIND_AND_CODE = /super\(\s*'([a-z_]+)',\s*'([A-Z_]+)'/g;

describe('the error codes that clients meet', () => {
  const sources: string[] = [];
  beforeAll(async () => {
    for (const entry of await readdir('src', { recursive: true })) {
      if (!/\/(domain|application|shared|platform)\/.*\.ts$/.test(`/${entry}`) || /\.spec\.ts$/.test(entry)) continue;
      if (!/error-codes|implied-errors/.test(entry)) sources.push(await readFile(join('src', entry), 'utf8'));
    }
  });

  it('are those of the domain, each with the status of its kind', () => {
    const thrown = sources.flatMap((source) => [...source.matchAll(KIND_AND_CODE)].map(([, kind, code]) => [kind, code]));
    expect(thrown.length).toBeGreaterThan(60);
    const undeclared = thrown.filter(([kind, code = '']) => {
      const { status } = answerTo(new DomainError(kind as ErrorKind, code, verbatim('')));
      return !OF_SCIM.includes(code) && new Map<string, readonly unknown[]>(Object.entries(ERRORS)).get(code)?.[0] !== status;
    });
    expect(undeclared).toEqual([]);
  });

  it('declare the values of their members that the domain has', () => {
    const { QUERY_REJECTED, MODEL_FAILED } = membersOfErrors();
    expect(z.toJSONSchema(z.object({ ...QUERY_REJECTED, ...MODEL_FAILED }))).toMatchObject({
      properties: {
        fault: { enum: MODEL_FAULTS },
        violations: { items: { properties: { rule: { enum: RULES } } } },
      },
    });
  });

  it('are all thrown somewhere', () => {
    const unknown = Object.keys(ERRORS).filter((code) => {
      const literals = [code, code.replace(/^DATA_SOURCE_/, '')].map((one) => `'${one}'`);
      return !sources.some((source) => literals.some((literal) => source.includes(literal)));
    });
    expect(unknown).toEqual([]);
  });
});
