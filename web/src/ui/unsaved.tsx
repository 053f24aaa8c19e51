import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { catalogue, useTexts } from '../i18n/texts';
import type { Draft } from '../session/draft';
import { person } from '../session/session';
import { Button } from './button';
import { Confirm } from './confirm';
import { Row } from './layout';
import { Notice } from './notice';
import styles from './unsaved.module.css';

const texts = catalogue(
  {
    title: 'Leave without saving?',
    text: 'If you leave, your changes here are lost.',
    leave: 'Leave',
    restored: 'Your entries from before are back.',
    secrets: 'Passwords and other secrets are not kept. If you had entered one, enter it again.',
    discard: 'Discard it',
  },
  {
    title: 'Ohne Speichern verlassen?',
    text: 'Wenn Sie die Seite verlassen, gehen Ihre Änderungen verloren.',
    leave: 'Verlassen',
    restored: 'Ihre Eingaben von vorhin sind wieder da.',
    secrets: 'Passwörter und andere Geheimnisse werden nicht aufbewahrt. Falls Sie eines eingegeben hatten, geben Sie es noch einmal ein.',
    discard: 'Verwerfen',
  },
);

interface RestoredProps {
  readonly of: Pick<Draft<never>, 'isDirty' | 'isRestored' | 'discard'>;
  /** Secrets belong to the form, and are empty now. */
  readonly lacksSecrets?: boolean;
}

/** Says that a form shows what was typed before, with a way out. */
export function Restored({ of, lacksSecrets = false }: RestoredProps) {
  const t = useTexts(texts);
  if (!of.isRestored || !of.isDirty) return null;
  return (
    <Notice>
      <Row>
        <span>{lacksSecrets ? `${t.restored} ${t.secrets}` : t.restored}</span>
        <Button look="quiet" onClick={of.discard}>
          {t.discard}
        </Button>
      </Row>
    </Notice>
  );
}

interface UnsavedProps extends RestoredProps {
  /** More than the draft is unsaved, or less, because it is being sent. */
  readonly isDirty?: boolean;
  /** Edits are lost when another tab or step is chosen in the address, not only with their page. */
  readonly endsWithSearch?: boolean;
}

/** Asks before changes are given up, in the page and by the browser when the tab is closed. */
export function Unsaved({ of, lacksSecrets, isDirty = of.isDirty, endsWithSearch = false }: UnsavedProps) {
  const t = useTexts(texts);
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && (endsWithSearch || current.pathname !== next.pathname),
    enableBeforeUnload: () => isDirty && person() !== null,
    withResolver: true,
  });
  return (
    <>
      <Restored of={of} {...(lacksSecrets !== undefined && { lacksSecrets })} />
      <Confirm
        title={t.title}
        isOpen={leaving.status === 'blocked'}
        onClose={() => leaving.reset?.()}
        verb={t.leave}
        onConfirm={() => {
          of.discard();
          leaving.proceed?.();
        }}
        isBusy={false}
        error={null}
      >
        <p>{t.text}</p>
      </Confirm>
    </>
  );
}

/** The buttons of a form that may be longer than the window. */
export function SaveRow({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles['save']}>
      <Row>{children}</Row>
    </div>
  );
}
