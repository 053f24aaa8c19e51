import { unwrap } from '@headgate/client';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { Button } from '../../ui/button';
import { Gate, Stack } from '../../ui/layout';
import { Problem } from '../../ui/notice';
import { takeOffer } from './journey';
import { texts } from './texts';

export function DeviceOffer() {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const [offer] = useState(takeOffer);
  const goOn = (): void => void navigate({ href: offer?.next ?? '/', replace: true });
  const trust = useAction(
    async (token: string) => unwrap(await headgate.POST('/api/v1/devices/activate', { body: { activation_token: token } })),
    { onDone: goOn },
  );
  const skip = useAction(
    async (token: string) => unwrap(await headgate.POST('/api/v1/devices/skip-activation', { body: { activation_token: token } })),
    { onDone: goOn },
  );
  useEffect(() => {
    if (offer === null) void navigate({ to: '/', replace: true });
  }, [offer, navigate]);
  if (offer === null) return null;
  const { activation_token: token, device_name: device } = offer;
  return (
    <Gate title={t.deviceTitle}>
      <p>{t.deviceText(device)}</p>
      <Problem error={trust.error ?? skip.error} />
      <Stack>
        <Button look="primary" isBusy={trust.isRunning} onClick={() => trust.run(token)}>
          {t.trust}
        </Button>
        <Button isBusy={skip.isRunning} onClick={() => (skip.error === null ? skip.run(token) : goOn())}>
          {t.notNow}
        </Button>
      </Stack>
    </Gate>
  );
}
