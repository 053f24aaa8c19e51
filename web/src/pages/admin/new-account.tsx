import { unwrap } from '@headgate/client';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { useDraft } from '../../session/draft';
import { Button } from '../../ui/button';
import { Actions, Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Problem } from '../../ui/notice';
import { Restored } from '../../ui/unsaved';
import { USERS } from './standing';
import { texts } from './texts';

export function NewAccount() {
  const t = useTexts(texts);
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        {t.newAccount}
      </Button>
      <Dialog title={t.newAccount} isOpen={isOpen} onClose={close}>
        <NewAccountForm onClose={close} />
      </Dialog>
    </>
  );
}

const NEW = { username: '', email: '' };

function NewAccountForm({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const draft = useDraft('account', NEW);
  const given = draft.value;
  const close = (): void => {
    draft.discard();
    onClose();
  };
  const create = useAction(async () => unwrap(await headgate.POST(USERS, { body: given })), {
    changes: [USERS],
    onDone: ({ user }) => {
      close();
      void navigate({ to: '/admin/accounts', search: { search: user.username, account: Number(user.id) } });
    },
  });
  const field = (name: keyof typeof given) => ({
    label: t[name],
    value: given[name],
    error: create.fieldError(name),
    onChange: ({ target }: { target: { value: string } }) => draft.patch({ [name]: target.value }),
  });
  return (
    <Form onSubmit={() => create.run(undefined)}>
      <p>{t.newAccountText}</p>
      <TextField {...field('username')} />
      <TextField {...field('email')} inputMode="email" />
      <Restored of={draft} />
      <Problem error={create.error} />
      <Actions>
        <Button onClick={close}>{t.cancel}</Button>
        <Button type="submit" look="primary" isBusy={create.isRunning}>
          {t.create}
        </Button>
      </Actions>
    </Form>
  );
}
