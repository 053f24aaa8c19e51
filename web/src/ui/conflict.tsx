import { isError } from '@headgate/client';
import type { ReactNode } from 'react';
import { catalogue, useTexts } from '../i18n/texts';
import { Button } from './button';
import { Row } from './layout';
import { Notice, Problem } from './notice';
import { Table } from './table';

const texts = catalogue(
  {
    title: 'Another person has saved a change',
    lead: 'Your change is not saved yet. Compare both versions, then choose one.',
    both: 'Both versions',
    what: 'What',
    theirs: 'Saved version',
    mine: 'Yours',
    takeTheirs: 'Continue with the saved version',
    keepMine: 'Replace it with mine',
  },
  {
    title: 'Inzwischen wurde eine andere Änderung gespeichert',
    lead: 'Ihre Änderung ist noch nicht gespeichert. Vergleichen Sie beide Fassungen und wählen Sie eine.',
    both: 'Beide Fassungen',
    what: 'Was',
    theirs: 'Inzwischen gespeichert',
    mine: 'Ihre Fassung',
    takeTheirs: 'Mit der gespeicherten weitermachen',
    keepMine: 'Durch meine ersetzen',
  },
);

export interface Difference {
  readonly what: string;
  readonly theirs: ReactNode;
  readonly mine: ReactNode;
}

interface ConflictProps {
  readonly differences: readonly Difference[];
  readonly onTakeTheirs: () => void;
  readonly onKeepMine: () => void;
  readonly isBusy: boolean;
}

/** Two people changed the same thing: both versions, side by side. */
export function Conflict({ differences, onTakeTheirs, onKeepMine, isBusy }: ConflictProps) {
  const t = useTexts(texts);
  return (
    <Notice tone="warning">
      <strong>{t.title}</strong>
      <p>{t.lead}</p>
      <Table
        caption={t.both}
        rows={differences}
        keyOf={({ what }) => what}
        columns={[
          { title: t.what, cell: ({ what }) => what },
          { title: t.theirs, cell: ({ theirs }) => theirs },
          { title: t.mine, cell: ({ mine }) => mine },
        ]}
      />
      <Row>
        <Button onClick={onTakeTheirs}>{t.takeTheirs}</Button>
        <Button look="danger" isBusy={isBusy} onClick={onKeepMine}>
          {t.keepMine}
        </Button>
      </Row>
    </Notice>
  );
}

interface NotSavedProps extends Pick<ConflictProps, 'differences' | 'onKeepMine'> {
  readonly save: { readonly error: Error | null; readonly isRunning: boolean; readonly reset: () => void };
  readonly draft: { readonly discard: () => void };
}

/** Why a change is not saved: another person was quicker, or what the service says. Nothing when there is no error. */
export function NotSaved({ save, draft, ...choice }: NotSavedProps) {
  if (!isConflict(save.error)) return <Problem error={save.error} />;
  const takeTheirs = (): void => {
    draft.discard();
    save.reset();
  };
  return <Conflict {...choice} isBusy={save.isRunning} onTakeTheirs={takeTheirs} />;
}

/** Whether a save was refused because another change came first. */
export function isConflict(error: Error | null): boolean {
  return isError(error, 'PRECONDITION_FAILED');
}
