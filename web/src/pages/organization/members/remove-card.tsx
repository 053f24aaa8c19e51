import { useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { Button } from '../../../ui/button';
import { Confirm } from '../../../ui/confirm';
import { Row } from '../../../ui/layout';
import { texts } from './texts';

interface RemoveCardProps {
  readonly name: string;
  /** In how many workspaces they hold a role; `null` when that is not known. */
  readonly workspaces: number | null;
  readonly remove: {
    readonly run: (input: undefined) => void;
    readonly isRunning: boolean;
    readonly error: Error | null;
  };
}

export function RemoveCard({ name, workspaces, remove }: RemoveCardProps) {
  const t = useTexts(texts);
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <p>{t.removeLead}</p>
      <Row>
        <Button look="danger" onClick={() => setAsked(true)}>
          {t.remove}
        </Button>
      </Row>
      <Confirm
        title={t.removeTitle(name)}
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        name={name}
        verb={t.removed}
        onConfirm={() => remove.run(undefined)}
        isBusy={remove.isRunning}
        error={remove.error}
      >
        <ul>
          <li>{t.removeAccess}</li>
          {workspaces !== null && workspaces > 0 && <li>{t.removeWorkspaces(workspaces)}</li>}
          <li>{t.removeInvitations}</li>
          <li>{t.removeThings}</li>
          <li>{t.removeBack}</li>
        </ul>
      </Confirm>
    </>
  );
}
