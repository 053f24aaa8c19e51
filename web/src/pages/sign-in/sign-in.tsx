import type { LoginStep } from '@headgate/client';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { catalogue, useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { safeNext } from '../../session/next';
import { signedIn } from '../../session/session';
import { Button } from '../../ui/button';
import { CheckField, TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Gate } from '../../ui/layout';
import { Problem } from '../../ui/notice';

const texts = catalogue(
  {
    title: 'Sign in',
    name: 'Username or e-mail address',
    password: 'Password',
    stay: 'Stay signed in on this computer',
    submit: 'Sign in',
  },
  {
    title: 'Anmelden',
    name: 'Benutzername oder E-Mail-Adresse',
    password: 'Passwort',
    stay: 'Auf diesem Computer angemeldet bleiben',
    submit: 'Anmelden',
  },
);

const route = getRouteApi('/open/signin');

export function SignIn() {
  const t = useTexts(texts);
  const { next } = route.useSearch();
  const navigate = useNavigate();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [stays, setStays] = useState(false);
  const enter = useAction(() => headgate.login({ username, password, stay_signed_in: stays }), {
    onDone: (step: LoginStep) => {
      if (step.kind !== 'tokens') return;
      signedIn(step.user.id);
      void navigate({ href: safeNext(next) });
    },
  });
  const step = enter.result;
  return (
    <Gate title={t.title}>
      <Form onSubmit={() => enter.run(undefined)}>
        <TextField
          label={t.name}
          autoComplete="username"
          value={username}
          onChange={({ target }) => setUsername(target.value)}
          autoFocus
        />
        <TextField
          label={t.password}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
        <CheckField label={t.stay} checked={stays} onChange={({ target }) => setStays(target.checked)} />
        <Problem error={enter.error ?? (step?.kind === 'refused' ? step.error : null)} />
        <Button type="submit" look="primary" isBusy={enter.isRunning}>
          {t.submit}
        </Button>
      </Form>
    </Gate>
  );
}
