import { useTexts } from '../../i18n/texts';
import { useRead } from '../../session/read';
import { Button } from '../../ui/button';
import { Actions, Dialog } from '../../ui/dialog';
import { Stack } from '../../ui/layout';
import { Badge, Shown } from '../../ui/notice';
import { Status } from './status';
import { texts } from './texts';

/** Which policy, which clause, which attribute, and what would have changed it. */
export function Explanation({ decision, onClose }: { readonly decision: number; readonly onClose: () => void }) {
  const t = useTexts(texts);
  const read = useRead('/api/v1/sso/abac/decisions/{decision_id}/explanation', {
    params: { path: { decision_id: decision } },
  });
  return (
    <Dialog title={t.explanation} isOpen onClose={onClose}>
      <Shown of={read}>
        {({ policies }) =>
          policies.length === 0 ? (
            <p>{t.noPolicy}</p>
          ) : (
            <>
              {policies.map((policy) => (
                <Stack key={`${policy.policy_id} ${policy.version}`}>
                  <h3>
                    {policy.name}, {t.version} {policy.version} <Status of={policy.state} />
                  </h3>
                  <strong>{t.clauses}</strong>
                  <ul>
                    {policy.clauses.map((clause, index) => (
                      <li key={index}>
                        <code>{clause.text}</code>{' '}
                        {isTrue(clause) ? <Badge tone="good">{t.isTrue}</Badge> : <Badge tone="info">{t.isNotTrue}</Badge>}
                      </li>
                    ))}
                  </ul>
                  <Values title={t.read} of={policy.attributes} />
                  <Values title={t.change} of={policy.would_change_it} />
                </Stack>
              ))}
            </>
          )
        }
      </Shown>
      <Actions>
        <Button onClick={onClose}>{t.close}</Button>
      </Actions>
    </Dialog>
  );
}

/** What the clause asks about: an `unless` holds because its condition is not true, and people read the condition. */
function isTrue({ text, holds }: { readonly text: string; readonly holds: boolean }): boolean {
  return text.startsWith('unless') ? !holds : holds;
}

interface ValuesProps {
  readonly title: string;
  readonly of: readonly { readonly name: string; readonly value?: unknown }[];
}

function Values({ title, of }: ValuesProps) {
  if (of.length === 0) return null;
  return (
    <>
      <strong>{title}</strong>
      <ul>
        {of.map(({ name, value }) => (
          <li key={name}>
            <code>
              {name} = {JSON.stringify(value)}
            </code>
          </li>
        ))}
      </ul>
    </>
  );
}
