import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { type Draft, useDraft } from '../../session/draft';
import { Button } from '../../ui/button';
import { Conflict, isConflict } from '../../ui/conflict';
import { Form } from '../../ui/form';
import { Card, Row } from '../../ui/layout';
import { Problem } from '../../ui/notice';
import { Unsaved } from '../../ui/unsaved';
import { DraftFields } from './draft-fields';
import { useLacks } from './form/lacks';
import { EXAMPLE, POLICIES, POLICY, type PolicyRead, draftOf, examplesIn } from './policy-api';
import styles from './policies.module.css';
import { texts } from './texts';

const latestOf = ({ versions: [latest] }: PolicyRead) => (latest === undefined ? EXAMPLE : draftOf(latest));

interface NextVersionProps {
  readonly organization: number;
  readonly read: PolicyRead;
}

export function NextVersion({ organization, read }: NextVersionProps) {
  const t = useTexts(texts);
  const draft = useDraft('version', latestOf(read), { version: headgate.versionOf(read.policy) });
  const [isOpen, setOpen] = useState(draft.isRestored);
  if (!isOpen)
    return (
      <Row>
        <Button onClick={() => setOpen(true)}>{t.nextVersion}</Button>
      </Row>
    );
  return <VersionForm organization={organization} read={read} draft={draft} onClose={() => setOpen(false)} />;
}

interface VersionFormProps extends NextVersionProps {
  readonly draft: Draft<ReturnType<typeof latestOf>>;
  readonly onClose: () => void;
}

function VersionForm({ organization, read, draft, onClose }: VersionFormProps) {
  const t = useTexts(texts);
  const { value: typed, begun, isDirty } = draft;
  const saved = latestOf(read);
  const examples = examplesIn(typed.examples);
  const params = { path: { policy_id: read.policy.id } };
  const close = (): void => {
    draft.discard();
    onClose();
  };
  const save = useAction(
    async (version: string) => {
      const body = { text: typed.text, examples: examples ?? [] };
      return unwrap(await headgate.POST(`${POLICY}/versions`, { params, body, ifMatch: version }));
    },
    { changes: [POLICY, POLICIES], onDone: close },
  );
  const isRefused = isConflict(save.error);
  const lacks = useLacks(typed.form);
  const canSave = isDirty && examples !== undefined && !isRefused;
  return (
    <Form label={t.nextVersion} lacks={lacks} onSubmit={() => canSave && save.run(begun.version)}>
      <Card title={t.nextVersion}>
        <DraftFields
          key={String(draft.isRestored)}
          organization={organization}
          replaces={read.policy.id}
          draft={typed}
          onChange={draft.change}
        />
        {isRefused ? (
          <Conflict
            differences={[
              {
                what: t.text,
                theirs: <pre className={styles['text']}>{saved.text}</pre>,
                mine: <pre className={styles['text']}>{typed.text}</pre>,
              },
              {
                what: t.examples,
                theirs: <pre className={styles['text']}>{saved.examples}</pre>,
                mine: <pre className={styles['text']}>{typed.examples}</pre>,
              },
            ]}
            isBusy={save.isRunning}
            onKeepMine={() => save.run(headgate.versionOf(read.policy))}
            onTakeTheirs={close}
          />
        ) : (
          <Problem error={save.error} />
        )}
        <Row>
          <Button type="submit" look="primary" disabled={!canSave} isBusy={save.isRunning}>
            {t.saveVersion}
          </Button>
          <Button onClick={close}>{t.close}</Button>
        </Row>
      </Card>
      <Unsaved of={draft} isDirty={isDirty && !save.isRunning} />
    </Form>
  );
}
