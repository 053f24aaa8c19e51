import { z } from 'zod';
import { forReader } from '../../../platform/http/request-context.js';
import { component, listOf } from '../../../platform/http/response-schemas.js';
import { ALL_PERMISSIONS } from '../../../shared/permission.js';
import { ACTION_SETS, type ActionSet } from '../../domain/cedar-schema.js';
import {
  CONDITION_KINDS,
  FORM_RESOURCES,
  NOT_THE_SAME,
  type FormConditions,
  type PolicyForm as Form,
  type ShownForm,
} from '../../domain/policy-form.js';
import { EFFECTS } from '../../domain/policy.js';

const ACTIONS = [...ALL_PERMISSIONS, ...(Object.keys(ACTION_SETS) as ActionSet[])] as const;

const PolicyConditions = component(
  'PolicyConditions',
  z.object({
    join: z.enum(['all', 'any']),
    conditions: listOf(
      z.object({
        kind: z.enum(CONDITION_KINDS),
        name: z.string().nullable().meta({ description: 'Of the attribute; for `attribute`.' }),
        values: listOf(z.string()).meta({
          description:
            'Names, ids, networks or countries, one of which must fit; minutes for `recent_proof`; begin and end in UTC for `hours`.',
        }),
      }),
    ),
  }),
  { join: 'all', conditions: [{ kind: 'labels', name: null, values: ['restricted'] }] },
);

const PolicyForm = component(
  'PolicyForm',
  z.object({
    effect: z.enum(EFFECTS),
    actions: listOf(z.enum(ACTIONS)).meta({ description: 'Empty: every action.' }),
    on: z.enum(FORM_RESOURCES),
    when: PolicyConditions,
    unless: PolicyConditions,
  }),
  {
    effect: 'forbid',
    actions: [],
    on: 'workspaces',
    when: { join: 'all', conditions: [{ kind: 'labels', name: null, values: ['restricted'] }] },
    unless: { join: 'all', conditions: [{ kind: 'trusted_device', name: null, values: [] }] },
  },
);

const whyNoForm = z.string().nullable().meta({ description: 'Why a valid text has no form.' });

export const shownForm = {
  form: PolicyForm.nullable().meta({ description: 'The text as fields of a form.' }),
  why_no_form: whyNoForm,
};

export const shownConditions = {
  conditions: PolicyConditions.nullable().meta({ description: '`applies_when` as fields of a form; `null` too if there is none.' }),
  why_no_form: whyNoForm,
};

export const NO_FORM = { form: null, why_no_form: null };

interface Why {
  readonly why_no_form: string | null;
}

export function toShownForm({ form, reason }: ShownForm): Why & { readonly form: Form | null } {
  return { form, why_no_form: reason && forReader(reason) };
}

/** @param shown of the one Cedar policy that the condition stands for */
export function toShownConditions(shown: ShownForm | null): Why & { readonly conditions: FormConditions | null } {
  if (shown === null) return { conditions: null, why_no_form: null };
  if (shown.form !== null && shown.form.unless.conditions.length > 0) return { conditions: null, why_no_form: forReader(NOT_THE_SAME) };
  return { conditions: shown.form && shown.form.when, why_no_form: shown.reason && forReader(shown.reason) };
}
