import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { Button } from '../../ui/button';
import { Actions, Dialog } from '../../ui/dialog';
import { SelectField, TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Problem } from '../../ui/notice';
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

function NewOrganizationForm({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(texts);
  const [given, setGiven] = useState({ name: '', domain: '', owner: '' });
  const [plan, setPlan] = useState<(typeof PLANS)[number]>('starter');
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
        if (made !== null) onClose();
      },
    },
  );
  const field = (name: keyof typeof given) => ({
    label: t[name],
    value: given[name],
    error: create.fieldError(name),
    onChange: ({ target }: { target: { value: string } }) => setGiven({ ...given, [name]: target.value }),
  });
  return (
    <Form onSubmit={() => create.run(undefined)}>
      <TextField {...field('name')} />
      <TextField {...field('domain')} />
      <SelectField label={t.plan} value={plan} onChange={({ target }) => setPlan(PLANS.find((one) => one === target.value) ?? 'starter')}>
        {PLANS.map((one) => (
          <option key={one} value={one}>
            {t[one]}
          </option>
        ))}
      </SelectField>
      <TextField {...field('owner')} hint={t.ownerHint} error={isOwnerUnknown ? t.ownerUnknown : undefined} />
      <Problem error={create.error} />
      <Actions>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button type="submit" look="primary" isBusy={create.isRunning}>
          {t.create}
        </Button>
      </Actions>
    </Form>
  );
}
