import { useBlocker } from '@tanstack/react-router';
import { catalogue, useTexts } from '../i18n/texts';
import { Confirm } from './confirm';

const texts = catalogue(
  {
    title: 'Leave without saving?',
    text: 'What you have changed here is not saved yet.',
    leave: 'Leave',
  },
  {
    title: 'Ohne Speichern verlassen?',
    text: 'Ihre Änderungen sind noch nicht gespeichert.',
    leave: 'Verlassen',
  },
);

interface UnsavedProps {
  readonly isDirty: boolean;
  /** Edits are lost when another tab or step is chosen in the address, not only with their page. */
  readonly endsWithSearch?: boolean;
}

/** Asks before changes are lost, in the page and by the browser when the tab is closed. */
export function Unsaved({ isDirty, endsWithSearch = false }: UnsavedProps) {
  const t = useTexts(texts);
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && (endsWithSearch || current.pathname !== next.pathname),
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  return (
    <Confirm
      title={t.title}
      isOpen={leaving.status === 'blocked'}
      onClose={() => leaving.reset?.()}
      verb={t.leave}
      onConfirm={() => leaving.proceed?.()}
      isBusy={false}
      error={null}
    >
      <p>{t.text}</p>
    </Confirm>
  );
}
