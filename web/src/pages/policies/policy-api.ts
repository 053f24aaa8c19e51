import type { components } from '@headgate/client';
import type { PolicyForm } from '../../../../src/abac/domain/policy-form';
import type { Read } from '../../session/read';

export const POLICIES = '/api/v1/sso/abac/policies';
export const POLICY = '/api/v1/sso/abac/policies/{policy_id}';
export const DECISIONS = '/api/v1/sso/abac/decisions';

type Schemas = components['schemas'];

export type Policy = Schemas['Policy'];
export type Version = Schemas['PolicyVersion'];
export type Problem = Schemas['PolicyProblem'];
export type Validation = Schemas['PolicyValidation'];
export type SetName = Schemas['PolicySchema']['action_sets'][number]['name'];
export type Proof = NonNullable<Validation['kept_out']>['people'][number]['missing_proofs'][number];
export type PolicyRead = Read<typeof POLICY>;
type Example = Schemas['PolicyExampleBody'];

/** A form while people fill it in. */
export interface FilledForm extends PolicyForm {
  /** Whether they choose single actions: then no action is a lack, and otherwise every action. */
  readonly isChoosing?: boolean;
}

export interface Draft {
  readonly text: string;
  /** JSON, as it is typed. */
  readonly examples: string;
  /** As it was filled in last; `null` while the text is written by hand, or as it was saved. */
  readonly form: FilledForm | null;
}

export const EXAMPLE: Draft = {
  text: `forbid (principal, action, resource is Workspace)
when { resource.labels.contains("restricted") }
unless { context.deviceTrusted };`,
  examples: JSON.stringify(
    [
      {
        name: 'A trusted device',
        expected: 'allowed',
        action: 'workspace.read',
        resource: { type: 'Workspace', labels: ['restricted'] },
        context: { deviceTrusted: true },
      },
      {
        name: 'Another device',
        expected: 'refused',
        action: 'workspace.read',
        resource: { type: 'Workspace', labels: ['restricted'] },
      },
    ],
    null,
    2,
  ),
  form: null,
};

export const draftOf = ({ text, examples }: Pick<Version, 'text' | 'examples'>): Draft => ({
  text,
  examples: JSON.stringify(examples, null, 2),
  form: null,
});

/** Nothing when what was typed is not a list; the service checks what the list holds. */
export function examplesIn(typed: string): Example[] | undefined {
  try {
    const parsed: unknown = JSON.parse(typed.trim() === '' ? '[]' : typed);
    return Array.isArray(parsed) ? (parsed as Example[]) : undefined;
  } catch {
    return undefined;
  }
}

export const SETS = [
  'reading rows',
  'everything on a source',
  'everything with templates',
  'all administration',
] as const satisfies readonly SetName[];
