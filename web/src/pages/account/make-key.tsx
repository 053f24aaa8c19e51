import { unwrap } from '@headgate/client';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { useDraft } from '../../session/draft';
import type { Me } from '../../session/me';
import { Button } from '../../ui/button';
import { Actions, Dialog } from '../../ui/dialog';
import { CheckField, SelectField, TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Notice, Problem } from '../../ui/notice';
import { Restored } from '../../ui/unsaved';
import { SCOPES, type Scope, usePermissionsWithin } from './key-scopes';
import { keyTexts } from './key-texts';
import styles from './keys.module.css';

export const ACCESS_KEYS = '/api/v1/access-keys';

const DAYS = [30, 90, 365] as const;
const DAY_MS = 86_400_000;
/** A year from the moment that the form was filled in is past the limit where the clock here is ahead. */
const SPARE_MS = 3_600_000;

export interface NewKey {
  readonly token: string;
}

interface MakeProps {
  readonly organizations: Me['organizations'];
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onMade: (key: NewKey) => void;
}

export function MakeKey(props: MakeProps) {
  const t = useTexts(keyTexts);
  return (
    <Dialog title={t.make} isOpen={props.isOpen} onClose={props.onClose}>
      <MakeForm {...props} />
    </Dialog>
  );
}

interface Begun {
  readonly name: string;
  readonly organization: number;
  readonly refused: readonly Scope[];
  readonly days: number;
}

function MakeForm({ organizations, onClose, onMade }: MakeProps) {
  const t = useTexts(keyTexts);
  const { number } = useFormats();
  const draft = useDraft<Begun>('key', { name: '', organization: organizations[0]?.id ?? 0, refused: [], days: 90 });
  const { name, organization, refused, days } = draft.value;
  const close = (): void => {
    draft.discard();
    onClose();
  };
  const held = usePermissionsWithin(organization);
  const offered = SCOPES.filter(({ needs }) => needs.every((permission) => held.has(permission)));
  const scopes = offered.map(({ scope }) => scope).filter((scope) => !refused.includes(scope));
  const make = useAction(
    async () => {
      const body = { name: name.trim(), organization_id: organization, scopes, expires_at: inDays(days) };
      // Handed on here, so that no cache of what was done keeps the secret.
      onMade(unwrap(await headgate.POST(ACCESS_KEYS, { body })).access_key);
    },
    { changes: [ACCESS_KEYS], onDone: close },
  );
  const choose = (scope: Scope, isWanted: boolean): void =>
    draft.patch({ refused: isWanted ? refused.filter((one) => one !== scope) : [...refused, scope] });
  return (
    <Form onSubmit={() => make.run(undefined)} lacks={scopes.length === 0 ? [t.scopes] : []}>
      <TextField
        isProse
        label={t.name}
        required
        hint={t.nameHint}
        error={make.fieldError('name')}
        value={name}
        onChange={({ target }) => draft.patch({ name: target.value })}
      />
      <SelectField
        label={t.organization}
        value={organization}
        onChange={({ target }) => draft.patch({ organization: Number(target.value) })}
      >
        {organizations.map(({ id, name: title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
      {offered.length === 0 ? (
        <Notice tone="warning">{t.noScopes}</Notice>
      ) : (
        <fieldset className={styles['scopes']}>
          <legend>{t.scopes}</legend>
          {offered.map(({ scope }) => (
            <CheckField
              key={scope}
              label={t[scope]}
              checked={!refused.includes(scope)}
              onChange={({ target }) => choose(scope, target.checked)}
            />
          ))}
        </fieldset>
      )}
      <SelectField label={t.expiry} value={days} onChange={({ target }) => draft.patch({ days: Number(target.value) })}>
        {DAYS.map((one) => (
          <option key={one} value={one}>
            {t.days(number(one))}
          </option>
        ))}
      </SelectField>
      <Restored of={draft} />
      <Problem error={make.error} />
      <Actions>
        <Button onClick={close}>{t.cancel}</Button>
        <Button type="submit" look="primary" isBusy={make.isRunning}>
          {t.make}
        </Button>
      </Actions>
    </Form>
  );
}

function inDays(days: number): string {
  return new Date(Date.now() + days * DAY_MS - SPARE_MS).toISOString();
}
