import type { ReactNode } from 'react';
import { useTexts } from '../../../i18n/texts';
import { Button } from '../../../ui/button';
import { isConflict } from '../../../ui/conflict';
import { Row } from '../../../ui/layout';
import { Notice, Problem } from '../../../ui/notice';
import { texts } from './mapping-texts';

interface ConflictProps {
  readonly error: Error | null;
  readonly onTakeTheirs: () => void;
  readonly onKeepMine: () => void;
  /** The saved mapping, to compare with. */
  readonly children: ReactNode;
}

/** What kept a mapping from being saved. */
export function MappingConflict({ error, onTakeTheirs, onKeepMine, children }: ConflictProps) {
  const t = useTexts(texts);
  if (!isConflict(error)) return <Problem error={error} />;
  return (
    <Notice tone="bad">
      <strong>{t.conflictTitle}</strong>
      <p>{t.conflictText}</p>
      {children}
      <Row>
        <Button onClick={onTakeTheirs}>{t.takeTheirs}</Button>
        <Button look="danger" onClick={onKeepMine}>
          {t.keepMine}
        </Button>
      </Row>
    </Notice>
  );
}
