import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { signedIn } from '../../session/session';
import { usePasswordLengths } from '../../session/password-rule';
import { Button, LinkButton } from '../../ui/button';
import { TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Problem } from '../../ui/notice';
import { INVITATIONS, useEndOfToken } from './mailed-token';
import { texts } from './texts';

interface JoinProps {
  readonly token: string;
  /** Whether the new account is signed in, too. */
  readonly onJoined: (isIn: boolean) => void;
}

export function JoinAsNew({ token, onJoined }: JoinProps) {
  const t = useTexts(texts);
  const { least, most } = usePasswordLengths();
  const [name, setName] = useState('');
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const join = useAction(
    async () => {
      const account = { username: username.trim(), password };
      unwrap(await headgate.POST('/api/v1/invitations/accept', { body: { token, ...account, display_name: name.trim() || null } }));
      // They have joined. If signing in fails now, they do it by hand.
      const login = await headgate.login(account).catch(() => null);
      if (login?.kind === 'tokens') signedIn(login.user.id);
      return login?.kind === 'tokens';
    },
    { onDone: onJoined },
  );
  useEndOfToken(INVITATIONS, false, join.error);
  return (
    <>
      <h2>{t.isNew}</h2>
      <Form onSubmit={() => join.run(undefined)}>
        <TextField
          label={t.displayName}
          hint={t.displayNameHint}
          autoComplete="name"
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={join.fieldError('display_name')}
        />
        <TextField
          label={t.username}
          required
          autoComplete="username"
          value={username}
          onChange={({ target }) => setUsername(target.value)}
          error={join.fieldError('username')}
        />
        <TextField
          label={t.password}
          required
          hint={t.passwordRule(least, most)}
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          error={join.fieldError('password')}
        />
        <Problem error={join.error} />
        <Button type="submit" look="primary" isBusy={join.isRunning}>
          {t.join}
        </Button>
      </Form>
      <h2>{t.haveAccount}</h2>
      <LinkButton to="/signin" search={{ next: `/${INVITATIONS}` }}>
        {t.signInFirst}
      </LinkButton>
    </>
  );
}
