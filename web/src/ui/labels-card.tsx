import { useState } from 'react';
import { catalogue, useTexts } from '../i18n/texts';
import { Button } from './button';
import { TextField } from './field';
import { Form } from './form';
import { Card, Row } from './layout';
import { Notice, Problem } from './notice';

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

interface LabelsCardProps {
  readonly labels: readonly string[];
  readonly mayChange: boolean;
  readonly save: {
    readonly run: (labels: string[]) => void;
    readonly isRunning: boolean;
    readonly error: Error | null;
    readonly result: unknown;
    readonly fieldError: (field: string) => string | undefined;
  };
}

/** The labels by which access policies recognise a workspace or a data source. */
export function LabelsCard({ labels, mayChange, save }: LabelsCardProps) {
  const t = useTexts(texts);
  const saved = labels.join(', ');
  const [text, setText] = useState(saved);
  const given = text
    .split(',')
    .map((label) => label.trim())
    .filter((label) => label !== '');
  const isDirty = given.join(', ') !== saved;
  return (
    <Card title={t.title}>
      {mayChange ? (
        <Form label={t.title} onSubmit={() => isDirty && save.run(given)}>
          <TextField
            label={t.labels}
            hint={t.hint}
            value={text}
            onChange={({ target }) => setText(target.value)}
            error={save.fieldError('labels')}
          />
          <Problem error={save.error} />
          {save.result !== undefined && !isDirty && <Notice tone="good">{t.saved}</Notice>}
          <Row>
            <Button type="submit" disabled={!isDirty} isBusy={save.isRunning}>
              {t.save}
            </Button>
          </Row>
        </Form>
      ) : (
        <p>{saved === '' ? t.none : saved}</p>
      )}
    </Card>
  );
}
