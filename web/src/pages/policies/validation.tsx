import { type HeadgateError, unwrap } from '@headgate/client';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { headgate } from '../../session/client';
import { useTexts } from '../../i18n/texts';
import { Badge, Notice, Problem as Refusal } from '../../ui/notice';
import { useRested } from '../../ui/rested';
import { type Draft, type Problem, type Validation, examplesIn } from './policy-api';
import styles from './policies.module.css';
import { texts } from './texts';

const PAUSE_MS = 500;
const VALIDATE = '/api/v1/sso/abac/policies/validate';

/**
 * What the service says about a draft, asked when the typing pauses.
 * @param replaces the policy whose version in force the text would replace
 */
export function useValidation(organization: number, { text, examples }: Draft, replaces?: number) {
  const now = JSON.stringify([text, examples]);
  const rested = useRested(now, PAUSE_MS);
  const list = examplesIn(examples);
  return useQuery<Validation, HeadgateError, Validation, QueryKey>({
    queryKey: [VALIDATE, organization, replaces, rested],
    enabled: rested === now && text.trim() !== '' && list !== undefined,
    gcTime: 60_000,
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      unwrap(
        await headgate.POST(VALIDATE, {
          body: {
            ...{ organization_id: organization, text, examples: list ?? [] },
            ...(replaces !== undefined && { replaces_policy_id: replaces }),
          },
          signal,
        }),
      ),
  });
}

export function Verdict({ of, error }: { readonly of: Validation | undefined; readonly error: Error | null }) {
  const t = useTexts(texts);
  if (of === undefined) return <Refusal error={error} />;
  return (
    <Notice tone={of.valid ? 'good' : 'warning'}>
      {of.valid && <p>{t.valid}</p>}
      <ul className={styles['list']}>
        <Places of={of.problems} />
        {of.examples.map(({ name, expected, decided, errors }, index) => (
          <li key={`example ${index}`}>
            {name}: {t[decided]}{' '}
            <Badge tone={expected === decided ? 'good' : 'bad'}>{expected === decided ? t.passed : t.failed}</Badge>{' '}
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
      {line !== null && column !== null && t.place(String(line), String(column))}
      <span lang="en">
        {message} {hint}
      </span>
    </li>
  ));
}
