import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { Button } from '../../ui/button';
import { Conflict, isConflict } from '../../ui/conflict';
import { Form } from '../../ui/form';
import { Card, Row } from '../../ui/layout';
import { Problem } from '../../ui/notice';
import { Unsaved } from '../../ui/unsaved';
import { DraftFields } from './draft-fields';
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
  // What was read when the draft began: its version is sent with the change.
  const [begun, setBegun] = useState<PolicyRead | null>(null);
  if (begun === null)
    return (
      <Row>
        <Button onClick={() => setBegun(read)}>{t.nextVersion}</Button>
      </Row>
    );
  return (
    <VersionForm
      key={`${begun.policy.version} ${begun.policy.updated_at}`}
      organization={organization}
      read={read}
      begun={begun}
      onBegin={setBegun}
    />
  );
}

interface VersionFormProps extends NextVersionProps {
  readonly begun: PolicyRead;
  readonly onBegin: (read: PolicyRead | null) => void;
}

function VersionForm({ organization, read, begun, onBegin }: VersionFormProps) {
  const t = useTexts(texts);
  const [draft, setDraft] = useState(() => latestOf(begun));
  const initial = latestOf(begun);
  const saved = latestOf(read);
  const examples = examplesIn(draft.examples);
  const isDirty = draft.text !== initial.text || draft.examples !== initial.examples;
  const save = useAction(
    async (over: PolicyRead) => {
      const params = { path: { policy_id: over.policy.id } };
      const body = { text: draft.text, examples: examples ?? [] };
      return unwrap(await headgate.POST(`${POLICY}/versions`, { params, body, ifMatch: over.policy }));
    },
    { changes: [POLICY, POLICIES], onDone: () => onBegin(null) },
  );
  const isRefused = isConflict(save.error);
  const canSave = isDirty && examples !== undefined && !isRefused;
  return (
    <Form label={t.nextVersion} onSubmit={() => canSave && save.run(begun)}>
      <Card title={t.nextVersion}>
        <DraftFields organization={organization} replaces={read.policy.id} draft={draft} onChange={setDraft} />
        {isRefused ? (
          <Conflict
            differences={[
              {
                what: t.text,
                theirs: <pre className={styles['text']}>{saved.text}</pre>,
                mine: <pre className={styles['text']}>{draft.text}</pre>,
              },
              {
                what: t.examples,
                theirs: <pre className={styles['text']}>{saved.examples}</pre>,
                mine: <pre className={styles['text']}>{draft.examples}</pre>,
              },
            ]}
            isBusy={save.isRunning}
            onKeepMine={() => save.run(read)}
            onTakeTheirs={() => onBegin(null)}
          />
        ) : (
          <Problem error={save.error} />
        )}
        <Row>
          <Button type="submit" look="primary" disabled={!canSave} isBusy={save.isRunning}>
            {t.saveVersion}
          </Button>
          <Button onClick={() => onBegin(null)}>{t.close}</Button>
        </Row>
      </Card>
      <Unsaved isDirty={isDirty && !save.isRunning} />
    </Form>
  );
}
