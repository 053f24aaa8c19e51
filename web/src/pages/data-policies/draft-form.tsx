import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import type { Draft as Kept } from '../../session/draft';
import { usePermissions } from '../../session/me';
import { Button } from '../../ui/button';
import { Conflict, type Difference, isConflict } from '../../ui/conflict';
import { Form } from '../../ui/form';
import { Beside } from '../../ui/beside';
import { Row } from '../../ui/layout';
import { lackOf } from '../policies/form/conditions';
import { Unsaved } from '../../ui/unsaved';
import type { Draft } from './data-policy-api';
import { DraftFields, Refusal } from './draft-fields';
import { DraftPreview } from './draft-preview';
import { useDraftValidation } from './draft-validation';
import { RuleSentences } from './rule-sentences';
import { emptyFields } from './rule';
import { texts } from './texts';

interface DraftFormProps {
  readonly organization: number;
  /** `null`: a new one. */
  readonly policy: number | null;
  readonly label: string;
  readonly kept: Kept<Draft>;
  /** What is saved now; nothing yet for a new policy. */
  readonly saved: Draft | null;
  readonly save: {
    readonly run: (draft: Draft) => void;
    readonly isRunning: boolean;
    readonly error: Error | null;
    readonly fieldError: (field: string) => string | undefined;
    readonly reset: () => void;
  };
  /** Overwrites what another person has saved. */
  readonly onKeepMine: (draft: Draft) => void;
  readonly onClose: () => void;
}

export function DraftForm({ organization, policy, label, kept, saved, save, onKeepMine, onClose }: DraftFormProps) {
  const t = useTexts(texts);
  const may = usePermissions(organization);
  const { value: draft, isDirty } = kept;
  const [isTried, setTried] = useState(false);
  const empty = [
    ...(draft.name.trim() === '' ? ['name'] : []),
    ...(draft.appliesWhen?.trim() === '' || draft.conditions?.conditions.some((one) => lackOf(one, 'data_sources') !== null) === true
      ? ['applies_when']
      : []),
    ...draft.rules.flatMap(({ rule }, index) => emptyFields(rule, `rules[${index}]`)),
  ];
  const isRefused = isConflict(save.error) && saved !== null;
  const hasNothingNew = saved !== null && !isDirty;
  const check = useDraftValidation(organization, draft);
  // What is still empty need not be said while the rest is typed.
  const foundAt = (field: string): string | undefined =>
    empty.includes(field) || field === 'applies_when' ? undefined : check?.problems.find((problem) => problem.field === field)?.message;
  const errorAt = (field: string): string | undefined =>
    isTried && empty.includes(field) ? t.fillIn : (save.fieldError(field) ?? foundAt(field));
  const change = (next: Draft): void => {
    // What was refused stood at another place if a rule has come or gone.
    if (next.rules.length !== draft.rules.length && !isRefused) save.reset();
    kept.change(next);
  };
  const giveUp = (): void => {
    kept.discard();
    onClose();
  };
  const mayPreview = may('abac.read') && may('data_source.read');
  return (
    <Beside side={mayPreview && <DraftPreview organization={organization} policy={policy} draft={draft} />}>
      <Form
        label={label}
        lacks={draft.rules.length === 0 ? [t.hides] : []}
        onSubmit={() => {
          setTried(true);
          if (!hasNothingNew && !isRefused && empty.length === 0) save.run(draft);
        }}
      >
        <DraftFields organization={organization} draft={draft} onChange={change} errorAt={errorAt} check={check} />
        {isRefused ? (
          <Conflict
            differences={differencesBetween(saved, draft, t)}
            isBusy={save.isRunning}
            onKeepMine={() => onKeepMine(draft)}
            onTakeTheirs={giveUp}
          />
        ) : (
          <Refusal error={save.error} />
        )}
        <Row>
          <Button type="submit" look="primary" disabled={hasNothingNew || isRefused} isBusy={save.isRunning}>
            {t.save}
          </Button>
          <Button onClick={giveUp}>{t.cancel}</Button>
        </Row>
        <Unsaved of={kept} isDirty={isDirty && !save.isRunning} />
      </Form>
    </Beside>
  );
}

function differencesBetween(saved: Draft, draft: Draft, t: (typeof texts)['en']): Difference[] {
  const rulesIn = ({ rules }: Draft) => <RuleSentences rules={rules.map(({ rule }) => rule)} />;
  const sourceOf = ({ source }: Draft) => (source === null ? t.allSources : t.sourceOf(String(source)));
  const all = [
    { what: t.name, field: 'name', of: ({ name }: Draft) => name },
    { what: t.description, field: 'description', of: ({ description }: Draft) => description },
    { what: t.source, field: 'source', of: sourceOf },
    { what: t.forWhom, field: 'appliesWhen', of: ({ appliesWhen }: Draft) => appliesWhen ?? t.everyone },
    { what: t.hides, field: 'rules', of: rulesIn },
  ] as const;
  return all
    .filter(({ field }) => JSON.stringify(saved[field]) !== JSON.stringify(draft[field]))
    .map(({ what, of }) => ({ what, theirs: of(saved), mine: of(draft) }));
}
