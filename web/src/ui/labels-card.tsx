import { catalogue, useTexts } from '../i18n/texts';
import { useAction } from '../session/action';
import { useDraft } from '../session/draft';
import { offerUndo } from '../session/undo';
import { Button } from './button';
import { Conflict } from './conflict';
import { TextField } from './field';
import { Form } from './form';
import { Card, Row } from './layout';
import { Problem } from './notice';
import { Restored } from './unsaved';

const texts = catalogue(
  {
    title: 'Labels',
    labels: 'Labels, separated by commas',
    hint: 'Access policies decide by them. Lower-case letters, digits, spaces and . _ : / -',
    none: 'No labels',
    save: 'Save labels',
    saved: 'The labels are saved.',
  },
  {
    title: 'Labels',
    labels: 'Labels, durch Kommas getrennt',
    hint: 'Zugriffsregeln entscheiden danach. Kleinbuchstaben, Ziffern, Leerzeichen und . _ : / -',
    none: 'Keine Labels',
    save: 'Labels speichern',
    saved: 'Die Labels sind gespeichert.',
  },
);

interface LabelsCardProps<Holder extends object> {
  readonly labels: readonly string[];
  readonly mayChange: boolean;
  /** @param over the version to replace; the one that is shown without it */
  readonly send: (labels: string[], over?: Holder) => Promise<Holder>;
  /** Paths whose reads are stale afterwards. */
  readonly changes: readonly string[];
}

/** The labels by which access policies recognise a workspace or a data source. */
export function LabelsCard<Holder extends object>({ labels, mayChange, ...rest }: LabelsCardProps<Holder>) {
  const t = useTexts(texts);
  const saved = labels.join(', ');
  return <Card title={t.title}>{mayChange ? <LabelsForm saved={saved} {...rest} /> : <p>{saved === '' ? t.none : saved}</p>}</Card>;
}

type FormProps<Holder extends object> = Pick<LabelsCardProps<Holder>, 'send' | 'changes'> & { readonly saved: string };

function LabelsForm<Holder extends object>({ saved, send, changes }: FormProps<Holder>) {
  const t = useTexts(texts);
  const draft = useDraft('labels', saved, { isSame: (one, other) => labelsIn(one).join() === labelsIn(other).join() });
  const { value: text, isDirty, isOutdated } = draft;
  const save = useAction((labels: string[]) => send(labels), {
    changes,
    onDone: (holder) => {
      draft.begin();
      offerUndo({ text: t.saved, changes, undo: () => send(labelsIn(saved), holder) });
    },
  });
  return (
    <Form label={t.title} onSubmit={() => isDirty && !isOutdated && save.run(labelsIn(text))}>
      <TextField
        label={t.labels}
        hint={t.hint}
        value={text}
        onChange={({ target }) => draft.change(target.value)}
        error={save.fieldError('labels')}
      />
      <Restored of={draft} />
      {isOutdated && (
        <Conflict
          differences={[{ what: t.title, theirs: saved, mine: text }]}
          isBusy={save.isRunning}
          onTakeTheirs={draft.discard}
          onKeepMine={() => {
            draft.overwrite();
            save.run(labelsIn(text));
          }}
        />
      )}
      <Problem error={save.error} />
      <Row>
        <Button type="submit" disabled={!isDirty || isOutdated} isBusy={save.isRunning}>
          {t.save}
        </Button>
      </Row>
    </Form>
  );
}

function labelsIn(text: string): string[] {
  return text
    .split(',')
    .map((label) => label.trim())
    .filter((label) => label !== '');
}
