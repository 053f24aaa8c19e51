import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

/** Members of answers that tell people something. */
const TELLS = /^(?:message|hint|reasons?|warnings?|problems?|failure|errors?|detail|explanation|withheld|notes?|cause|meaning|why_\w+)$/;
/** Texts that stay as they come. The name of a file and of a member, by the reason. */
const AS_THEY_COME = {
  'words of another program': [
    'abac/adapters/http/decision-response.ts errors',
    'abac/adapters/http/policy-response.ts errors',
    'abac/adapters/http/preview-response.ts failure',
  ],
  'words of a person or of the language model': [
    'ask/adapters/http/ask-response.ts explanation',
    'organizations/adapters/http/access-request-response.ts reason',
    'prompt-templates/adapters/http/version-response.ts message',
    'query-generation/adapters/http/execution-response.ts explanation',
    'sso-enforcement/adapters/http/exemption-response.ts reason',
  ],
  'codes, for which pages have words': [
    'audit/adapters/http/refusal-response.ts reason',
    'audit/adapters/http/security-events.controller.ts reason',
    'sso-migration/adapters/http/plan-response.ts message',
  ],
  'the last letters of a key': ['agents/adapters/http/access-key-response.ts hint', 'agents/adapters/http/agent-response.ts hint'],
  'the message of the whole answer, which is part of the contract': ['sessions/adapters/http/caller.controller.ts message'],
  'protocols with words of their own': [
    'agents/adapters/http/agent-response.ts problem',
    'abac/adapters/http/authzen-response.ts message',
    'scim/adapters/http/scim-error.ts detail',
  ],
  'the reference of a language that is English': ['abac/adapters/http/policy-schema.controller.ts meaning'],
  'kept as they were told at that time': [
    'scim/adapters/http/scim-events.controller.ts detail',
    'sso/adapters/http/test-response.ts message',
  ],
} as const;

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
  /^[\w-]+\/adapters\/http\/[^/]+(?<!\.spec)\.ts$/.test(file),
);

/** Members that are declared as a text or a list of texts, and those that are put into the language of the reader. */
function membersIn(file: string): { readonly texts: readonly string[]; readonly translated: readonly string[] } {
  const [texts, translated]: [string[], string[]] = [[], []];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node)) {
      const [name, value] = [node.name.getText(), node.initializer.getText().replaceAll(/\s/g, '')];
      if (TELLS.test(name) && /^(?:z\.string\(\)|listOf\(z\.string\(\)\)|whyNoForm)/.test(value)) texts.push(name);
      if (/\b(?:forReader|textForReader)\b/.test(value)) translated.push(name);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(`src/${file}`, 'utf8'), ts.ScriptTarget.Latest, true));
  return { texts, translated };
}

describe('a text for people in an answer', () => {
  it('is in the language of the reader, or stays as it comes for a reason', () => {
    const left = files.flatMap((file) => {
      const { texts, translated } = membersIn(file);
      return [...new Set(texts)].filter((name) => !translated.includes(name)).map((name) => `${file} ${name}`);
    });
    expect(left.sort()).toEqual(Object.values(AS_THEY_COME).flat().sort());
  });
});
