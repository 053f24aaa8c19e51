import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { type ReactNode, useState } from 'react';
import { catalogue, useTexts } from '../i18n/texts';
import { type DraftOfDialog, DraftsOfDialog } from '../session/draft';
import { Button } from './button';
import styles from './dialog.module.css';

const texts = catalogue(
  {
    title: 'Discard what you entered?',
    text: 'It is not saved. If you close this window, it is lost.',
    stay: 'Keep editing',
    discard: 'Discard',
  },
  {
    title: 'Eingaben verwerfen?',
    text: 'Ihre Eingaben sind nicht gespeichert. Wenn Sie dieses Fenster schließen, gehen sie verloren.',
    stay: 'Weiter bearbeiten',
    discard: 'Verwerfen',
  },
);

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  /** Called for Escape and for a click beside it. If left out, only a button of the dialog closes it. */
  readonly onClose?: () => void;
  /** Whether the page behind it is out of sight, and stays as it is. */
  readonly coversPage?: boolean;
  /** Closes without a question, because people only search or confirm in it. */
  readonly losesNothing?: boolean;
  readonly children: ReactNode;
}

/** Apart from `Dialog`, because it weighs a third of a page. */
export function DialogWindow({ title, isOpen, onClose, coversPage = false, losesNothing = false, children }: DialogProps) {
  const [drafts] = useState(() => new Map<string, DraftOfDialog>());
  const [touched] = useState(() => new Set<EventTarget>());
  const [isAsking, setAsking] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const [opener, setOpener] = useState<Element | null>(null);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    // A field with `autoFocus` has the focus before the dialog would look for it.
    if (isOpen) setOpener(document.activeElement);
    // What was being sent has arrived.
    else setAsking(false);
  }
  const isFilled = (): boolean =>
    drafts.size > 0 ? [...drafts.values()].some(({ isDirty }) => isDirty) : [...touched].some((field) => isFilledIn(field));
  const discard = (): void => {
    for (const draft of drafts.values()) draft.discard();
    onClose?.();
  };
  return (
    <BaseDialog.Root
      open={isOpen}
      disablePointerDismissal={onClose === undefined}
      onOpenChange={(open) => {
        if (open) return;
        if (!losesNothing && isFilled()) setAsking(true);
        else onClose?.();
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles[coversPage ? 'cover' : 'backdrop']} />
        <BaseDialog.Popup
          className={styles['popup']}
          finalFocus={() => (opener instanceof HTMLElement && opener.isConnected && opener !== document.body ? opener : true)}
          onInput={({ target, nativeEvent }) => nativeEvent.isTrusted && touched.add(target)}
        >
          <BaseDialog.Title render={<h2>{title}</h2>} />
          <DraftsOfDialog value={drafts}>{children}</DraftsOfDialog>
          {isAsking && <Question onStay={() => setAsking(false)} onDiscard={discard} />}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

interface QuestionProps {
  readonly onStay: () => void;
  readonly onDiscard: () => void;
}

/** Escape goes back to the form, and a click beside it does nothing. */
function Question({ onStay, onDiscard }: QuestionProps) {
  const t = useTexts(texts);
  return (
    <BaseDialog.Root open disablePointerDismissal onOpenChange={(open) => !open && onStay()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop forceRender className={styles['backdrop']} />
        <BaseDialog.Popup role="alertdialog" className={styles['popup']}>
          <BaseDialog.Title render={<h2>{t.title}</h2>} />
          <BaseDialog.Description>{t.text}</BaseDialog.Description>
          <div className={styles['actions']}>
            <Button onClick={onStay}>{t.stay}</Button>
            <Button look="danger" onClick={onDiscard}>
              {t.discard}
            </Button>
          </div>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/** A search is typed again in a moment; what a form has removed since is gone anyway. */
function isFilledIn(field: EventTarget): boolean {
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement;
  return isField && field.isConnected && field.type !== 'search' && field.value !== '';
}
