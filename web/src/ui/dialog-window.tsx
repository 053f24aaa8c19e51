import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import styles from './dialog.module.css';

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  /** Called for Escape and for a click beside it. If left out, only a button of the dialog closes it. */
  readonly onClose?: () => void;
  /** Whether the page behind it is out of sight, and stays as it is. */
  readonly coversPage?: boolean;
  readonly children: ReactNode;
}

/** Apart from `Dialog`, because it weighs a third of a page. */
export function DialogWindow({ title, isOpen, onClose, coversPage = false, children }: DialogProps) {
  return (
    <BaseDialog.Root
      open={isOpen}
      disablePointerDismissal={onClose === undefined}
      onOpenChange={(open) => {
        if (!open) onClose?.();
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles[coversPage ? 'cover' : 'backdrop']} />
        <BaseDialog.Popup className={styles['popup']}>
          <BaseDialog.Title render={<h2>{title}</h2>} />
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
