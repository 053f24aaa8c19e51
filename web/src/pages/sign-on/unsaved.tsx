import { useBlocker } from '@tanstack/react-router';
import { catalogue, useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { Actions, Dialog } from '../../ui/dialog';

const texts = catalogue(
  {
    title: 'Leave without saving?',
    text: 'What you changed on this page is not saved.',
    stay: 'Stay',
    leave: 'Leave',
  },
  {
    title: 'Ohne Speichern gehen?',
    text: 'Was Sie auf dieser Seite geändert haben, ist nicht gespeichert.',
    stay: 'Bleiben',
    leave: 'Gehen',
  },
);

/** Asks before changes are lost, within these pages and when the tab is closed. */
export function Unsaved({ when }: { readonly when: boolean }) {
  const t = useTexts(texts);
  const blocker = useBlocker({ shouldBlockFn: () => when, enableBeforeUnload: () => when, withResolver: true });
  return (
    <Dialog title={t.title} isOpen={blocker.status === 'blocked'} onClose={() => blocker.reset?.()}>
      <p>{t.text}</p>
      <Actions>
        <Button onClick={() => blocker.reset?.()}>{t.stay}</Button>
        <Button look="danger" onClick={() => blocker.proceed?.()}>
          {t.leave}
        </Button>
      </Actions>
    </Dialog>
  );
}
