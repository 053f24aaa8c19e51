import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { useDraft } from '../../session/draft';
import { Button } from '../../ui/button';
import { Actions, Dialog } from '../../ui/dialog';
import { SelectField, TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Problem } from '../../ui/notice';
import { Restored } from '../../ui/unsaved';
import { idOfPerson } from '../audit/trail-api';
import { ORGANIZATIONS } from './organizations-path';
import { texts } from './texts';

const PLANS = ['starter', 'professional', 'enterprise'] as const;

export function NewOrganization() {
  const t = useTexts(texts);
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        {t.newOrganization}
      </Button>
      <Dialog title={t.newOrganization} isOpen={isOpen} onClose={close}>
        <NewOrganizationForm onClose={close} />
      </Dialog>
    </>
  );
}

const NEW: { name: string; domain: string; owner: string; plan: (typeof PLANS)[number] } = {
  name: '',
  domain: '',
  owner: '',
  plan: 'starter',
};

function NewOrganizationForm({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(texts);
  const draft = useDraft('organization', NEW);
  const { plan, ...given } = draft.value;
  const close = (): void => {
    draft.discard();
    onClose();
  };
  const [isOwnerUnknown, setOwnerUnknown] = useState(false);
  const create = useAction(
    async () => {
      const { name, domain, owner } = given;
      const person = owner.trim() === '' ? undefined : await idOfPerson('installation', owner.trim());
      setOwnerUnknown(person === null);
      if (person === null) return null;
      const body = {
        name,
        plan,
        ...(domain.trim() !== '' && { domain: domain.trim() }),
        ...(person !== undefined && { owner_user_id: person }),
      };
      return unwrap(await headgate.POST(ORGANIZATIONS, { body }));
    },
    {
      changes: [ORGANIZATIONS, '/api/v1/me'],
      onDone: (made) => {
        if (made !== null) close();
      },
    },
  );
  const field = (name: keyof typeof given) => ({
    label: t[name],
    value: given[name],
    error: create.fieldError(name),
    onChange: ({ target }: { target: { value: string } }) => draft.change({ ...draft.value, [name]: target.value }),
  });
  return (
    <Form onSubmit={() => create.run(undefined)}>
      <TextField isProse {...field('name')} />
      <TextField {...field('domain')} />
      <SelectField
        label={t.plan}
        value={plan}
        onChange={({ target }) => draft.change({ ...draft.value, plan: PLANS.find((one) => one === target.value) ?? 'starter' })}
      >
        {PLANS.map((one) => (
          <option key={one} value={one}>
            {t[one]}
          </option>
        ))}
      </SelectField>
      <TextField {...field('owner')} hint={t.ownerHint} error={isOwnerUnknown ? t.ownerUnknown : undefined} />
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
