import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import type { DialogProps } from './dialog';
import styles from './dialog.module.css';

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
