import { type ReactNode, useState } from 'react';
import { catalogue, useTexts } from '../i18n/texts';
import { Button } from './button';
import { Actions, Dialog } from './dialog';
import { TextField } from './field';
import { Problem } from './notice';

const texts = catalogue(
  { cancel: 'Cancel', type: (name: string) => `Type “${name}” to confirm` },
  { cancel: 'Abbrechen', type: (name: string) => `Zur Bestätigung „${name}“ eingeben` },
);

interface ConfirmProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** What will happen, with its numbers. */
  readonly children: ReactNode;
  /** What has to be typed first, for what cannot be undone. */
  readonly name?: string;
  /** The verb: what the button does. */
  readonly verb: string;
  readonly onConfirm: () => void;
  readonly isBusy: boolean;
  readonly error: Error | null;
}

/** The question before something dangerous. It stays open until the service has answered. */
export function Confirm(props: ConfirmProps) {
  return (
    <Dialog title={props.title} isOpen={props.isOpen} onClose={props.onClose} losesNothing>
      <ConfirmBody {...props} />
    </Dialog>
  );
}

interface DeleteButtonProps {
  readonly words: { readonly delete: string; readonly deleteTitle: string; readonly deleteText: string };
  readonly onDelete: () => void;
  readonly isBusy: boolean;
  readonly error: Error | null;
}

/** Deletes what the page is about, after a question. */
export function DeleteButton({ words, onDelete, isBusy, error }: DeleteButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button look="danger" onClick={() => setOpen(true)}>
        {words.delete}
      </Button>
      <Confirm
        title={words.deleteTitle}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        verb={words.delete}
        onConfirm={onDelete}
        isBusy={isBusy}
        error={error}
      >
        <p>{words.deleteText}</p>
      </Confirm>
    </div>
  );
}

/** Mounted with each opening, so that what was typed is not there the next time. */
function ConfirmBody({ children, name, verb, onConfirm, onClose, isBusy, error }: ConfirmProps) {
  const t = useTexts(texts);
  const [typed, setTyped] = useState('');
  const isSure = name === undefined || typed.trim() === name;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isSure) onConfirm();
      }}
      style={{ display: 'grid', gap: '1rem' }}
    >
      {children}
      {name !== undefined && <TextField label={t.type(name)} value={typed} onChange={({ target }) => setTyped(target.value)} />}
      <Problem error={error} />
      <Actions>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button type="submit" look="danger" disabled={!isSure} isBusy={isBusy}>
          {verb}
        </Button>
      </Actions>
    </form>
  );
}
