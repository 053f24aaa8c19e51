import { describe, expect, it } from '@jest/globals';
import type { PolicyRequest } from '../../domain/policy-request.js';
import { checkText } from './check-text.js';
import { explainDecision } from './explain-decision.js';

const REQUEST: PolicyRequest = {
  organizationId: 1,
  epoch: 1,
  allowedByRoles: true,
  isBreakGlass: false,
  action: 'data_source.write',
  principal: {
    userId: 1,
    attributes: { roles: ['admin'], groups: [], email: 'a@b.example', emailVerified: true, accountAgeDays: 1 },
    own: {},
  },
  resource: { type: 'DataSource', id: 1, labels: ['restricted'] },
  context: {
    amr: ['pwd'],
    acr: 'aal1',
    proofAgeSeconds: 1,
    deviceTrusted: false,
    accessKey: false,
    network: '10.0.0.1',
    now: new Date('2026-11-20T09:00:00Z'),
  },
};

const explained = (text: string) => {
  const checked = checkText({ organizationId: 1, text });
  if (!checked.isValid) throw new Error(JSON.stringify(checked.problems));
  return explainDecision(checked.content.tree, REQUEST);
};

describe('the explanation of a decision', () => {
  it.each(['data_source.write', 'data_source.read'])('reads the clauses of a policy about %s as true', (action) => {
    const text = `forbid (principal, action == Action::"${action}", resource is DataSource)
      when { resource.labels.contains("restricted") } unless { context.acr == "aal2" };`;
    const { clauses, flips } = explained(text);
    expect(clauses.map(({ holds }) => holds)).toEqual([true, true]);
    expect(flips).toContainEqual({ name: 'context.acr', value: 'aal2' });
  });

  it('reads the clauses of a policy about something else as not true', () => {
    const text = `forbid (principal, action == Action::"query.run", resource is DataSource) when { context.acr == "aal1" };`;
    expect(explained(text).clauses.map(({ holds }) => holds)).toEqual([false]);
  });
});
