import type { components } from '@headgate/client';
import { catalogue, useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { useDraft } from '../../../session/draft';
import { Button } from '../../../ui/button';
import { Conflict, type Difference, isConflict } from '../../../ui/conflict';
import { Actions } from '../../../ui/dialog';
import { TextArea, TextField } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { Problem } from '../../../ui/notice';

const texts = catalogue(
  { name: 'Title', description: 'Description', hint: 'What the answer is for (optional).', cancel: 'Cancel', save: 'Save' },
  {
    name: 'Titel',
    description: 'Beschreibung',
    hint: 'Wofür die Antwort ist (freiwillig).',
    cancel: 'Abbrechen',
    save: 'Speichern',
  },
);

export type Question = components['schemas']['SavedQuestion'];

export type Named = Pick<Question, 'title' | 'description'>;

export const namesOf = ({ title, description }: Named): Named => ({ title, description });

export const SAVED_QUESTIONS = '/api/v1/saved-questions';
export const SAVED_QUESTION = '/api/v1/saved-questions/{question_id}';

interface SaveFormProps {
  readonly label: string;
  readonly named: Named;
  /** Of what is replaced, as it is now; left out for a new one. */
  readonly version?: string;
  /** The version that the change began with, if that was before this form was shown. */
  readonly begun?: string | undefined;
  /** @param over the version to replace */
  readonly send: (named: Named, over: string) => Promise<Question>;
  /** What else is replaced, to compare with when another person was quicker. */
  readonly others?: readonly Difference[];
  readonly onTakeTheirs?: () => void;
  readonly onSaved: (question: Question) => void;
  readonly onCancel: () => void;
}

/** How a question is called. */
export function SaveForm({ label, named, version = 'new', begun, send, others = [], onTakeTheirs, onSaved, onCancel }: SaveFormProps) {
  const t = useTexts(texts);
  // It may be made of what another person asked, so no store of the browser gets it.
  const draft = useDraft<Named>(`save ${named.title}`, named, { isOfPage: true, version });
  const { title, description } = draft.value;
  const save = useAction((over: string) => send({ title: title.trim(), description: description.trim() }, over), {
    changes: [SAVED_QUESTIONS, SAVED_QUESTION],
    onDone: (question) => {
      draft.discard();
      onSaved(question);
    },
  });
  const isRefused = isConflict(save.error);
  const differences = [
    { what: t.name, theirs: named.title, mine: title },
    { what: t.description, theirs: named.description, mine: description },
    ...others,
  ];
  const close = (): void => {
    draft.discard();
    onCancel();
  };
  return (
    <Form label={label} onSubmit={() => isRefused || save.run(begun ?? draft.begun.version)}>
      <TextField
        isProse
        label={t.name}
        required
        maxLength={100}
        value={title}
        onChange={({ target }) => draft.patch({ title: target.value })}
        error={save.fieldError('title')}
        autoFocus
      />
      <TextArea
        isProse
        label={t.description}
        hint={t.hint}
        value={description}
        onChange={({ target }) => draft.patch({ description: target.value })}
        error={save.fieldError('description')}
      />
      {isRefused ? (
        <Conflict
          differences={differences.filter(({ theirs, mine }) => theirs !== mine)}
          isBusy={save.isRunning}
          onKeepMine={() => save.run(version)}
          onTakeTheirs={() => {
            draft.discard();
            save.reset();
            onTakeTheirs?.();
          }}
        />
      ) : (
        <Problem error={save.error} />
      )}
      <Actions>
        <Button onClick={close}>{t.cancel}</Button>
        <Button type="submit" look="primary" disabled={isRefused} isBusy={save.isRunning}>
          {t.save}
        </Button>
      </Actions>
    </Form>
  );
}
