import { unwrap } from '@headgate/client';
import { useChecked } from '../../session/checked';
import { headgate } from '../../session/client';
import { useTexts } from '../../i18n/texts';
import { Badge, Notice } from '../../ui/notice';
import { type Draft, type Problem, type Validation, examplesIn } from './policy-api';
import { texts } from './texts';

const VALIDATE = '/api/v1/sso/abac/policies/validate';

/**
 * What the service says about a draft.
 * @param replaces the policy whose version in force the text would replace
 */
export function useValidation(organization: number, { text, examples }: Pick<Draft, 'text' | 'examples'>, replaces?: number) {
  const list = examplesIn(examples);
  const body = {
    organization_id: organization,
    text,
    examples: list ?? [],
    ...(replaces !== undefined && { replaces_policy_id: replaces }),
  };
  const check = async (signal: AbortSignal) => unwrap(await headgate.POST(VALIDATE, { body, signal }));
  return useChecked<Validation>([VALIDATE, body], text.trim() === '' || list === undefined ? null : check);
}

interface VerdictProps {
  readonly valid: boolean;
  readonly problems: readonly Problem[];
  readonly examples?: Validation['examples'];
}

export function Verdict({ valid, problems, examples = [] }: VerdictProps) {
  const t = useTexts(texts);
  return (
    <Notice tone={valid ? 'good' : 'warning'}>
      {valid && <p>{t.valid}</p>}
      <ul>
        <Places of={problems} />
        {examples.map(({ name, expected, decided, errors }, index) => (
          <li key={`example ${index}`}>
            {name}: {t[decided]} <Badge tone={expected === decided ? 'good' : 'bad'}>{expected === decided ? t.passed : t.failed}</Badge>{' '}
            <span lang="en">{errors.join(' ')}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** What is wrong with a text, each with its place: items of a list. */
export function Places({ of }: { readonly of: readonly Problem[] }) {
  const t = useTexts(texts);
  return of.map(({ message, hint, line, column }, index) => (
    <li key={index}>
      {line !== null && column !== null && <span>{t.place(String(line), String(column))}</span>}
      <span>
        {message} {hint}
      </span>
    </li>
  ));
}
