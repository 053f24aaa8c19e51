import { describe, expect, it } from '@jest/globals';
import { contentInWords } from '../../abac/domain/rules-in-words.js';
import { mailText } from '../../shared/mail-text.js';
import { accessMail } from './access-mail.js';
import type { AccessRequest } from './access-request.js';

const owner = { username: 'olivia', email: 'olivia@delta.example' };
const mailOf = (subject: AccessRequest['subject']): string =>
  mailText(
    accessMail(owner, { organization: 'Delta', by: { username: 'sysadmin', isSystemAdmin: true }, member: null }, {
      ...{ id: 1, isEmergency: false, reason: 'Ticket 7', expiresAt: new Date('2026-11-20T09:15:00Z'), kind: 'change', subject },
    } as AccessRequest),
    { language: 'en', timeZone: 'UTC' },
  ).text;

describe('a mail that asks an owner for an approval', () => {
  it('shows rules, names of the data and conditions as they can be copied', () => {
    const appliesWhen = 'principal.department == "Sales" && !context.deviceTrusted && principal in Role::"5"';
    const where = { column: 'region', operator: '=', value: 'EU' } as const;
    const rules = [{ kind: 'rows', schema: 'public', relation: 'staff', where }] as const;
    const facts = contentInWords({ name: 'Regions', description: '', dataSourceId: 3, appliesWhen, rules });
    const changed = mailOf({ change: 'change_data_policy', ...facts });
    const reviewed = mailOf({ change: 'review_columns', schema: 'public', relation: 'staff', columns: ['id', 'first name'] });
    expect(changed + reviewed).not.toContain('\u200B');
    expect(changed).toContain(`  applies when:\n    ${appliesWhen}\n`);
    expect(changed).toContain(
      '    rows of relation "staff" in schema "public": only where {"column":"region","operator":"=","value":"EU"}\n',
    );
  });

  it('has no link in what people chose of a condition, or as a name', () => {
    const condition = 'principal.department == "www.evil.example" // https://evil.example\n && context.deviceTrusted';
    const mail = mailOf({ change: 'change_data_policy', applies_when: condition, rules: ['evil.example'], relation: 'evil.example' });
    expect(mail).not.toMatch(/(?:evil\.|www\.|https:)(?!\u200B)/);
    expect(mail).toContain('principal.department == ');
    expect(mail).toContain('\n    && context.deviceTrusted\n');
  });
});
