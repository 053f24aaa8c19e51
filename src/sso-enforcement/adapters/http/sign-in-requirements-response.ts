import { z } from 'zod';
import { component, displayName, id, moment } from '../../../platform/http/response-schemas.js';
import type { SignInRequirementsView } from '../../application/show-sign-in-requirements.js';
import type { PersonWithoutFactor as Person } from '../../domain/sign-in-requirements.js';

export const SignInRequirements = component(
  'SignInRequirements',
  z.object({
    organization_id: id,
    version: z.int(),
    second_factor: z.object({
      required: z.boolean(),
      from: moment.nullable(),
      grace_days: z.int().meta({ description: 'How many days new members have after they join.' }),
    }),
    sessions: z.object({ max_hours: z.int().nullable(), idle_minutes: z.int().nullable() }).meta({
      description: 'When sessions of the people of the organization end; null: when the installation ends them.',
    }),
    people_without_factor: z.int().meta({
      description: 'Members without a second factor, but not those who have to come through the identity provider.',
    }),
    changed_at: moment.nullable(),
    changed_by_user_id: id.nullable(),
  }),
  {
    organization_id: 1,
    version: 1,
    second_factor: { required: true, from: '2027-01-15T08:00:00.000Z', grace_days: 7 },
    sessions: { max_hours: 12, idle_minutes: 60 },
    people_without_factor: 2,
    changed_at: '2026-11-20T09:15:00.000Z',
    changed_by_user_id: 2,
  },
);

export function toSignInRequirements(view: SignInRequirementsView): z.infer<typeof SignInRequirements> {
  const { organizationId, version, factor, sessions, peopleWithoutFactor, changedAt, changedBy } = view;
  return {
    organization_id: organizationId,
    version,
    second_factor: { required: factor !== null, from: factor?.from.toISOString() ?? null, grace_days: factor?.graceDays ?? 0 },
    sessions: { max_hours: sessions.maxHours, idle_minutes: sessions.idleMinutes },
    people_without_factor: peopleWithoutFactor,
    changed_at: changedAt?.toISOString() ?? null,
    changed_by_user_id: changedBy,
  };
}

export const PersonWithoutFactor = component(
  'PersonWithoutFactor',
  z.object({
    user_id: id,
    username: z.string(),
    display_name: displayName,
    email: z.string(),
    due_at: moment.nullable().meta({ description: 'From then on they do not get in; null while no second factor is required.' }),
  }),
  { user_id: 5, username: 'mia', display_name: 'Mia Brandt', email: 'mia@delta.example', due_at: '2027-01-15T08:00:00.000Z' },
);

export function toPersonWithoutFactor({ userId, username, displayName: name, email, dueAt }: Person): z.infer<typeof PersonWithoutFactor> {
  return { user_id: userId, username, display_name: name, email, due_at: dueAt?.toISOString() ?? null };
}
