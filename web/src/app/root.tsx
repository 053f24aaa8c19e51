import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { Suspense, lazy, useEffect } from 'react';
import { useLanguage } from '../i18n/texts';
import { useRefusedChange } from '../session/approval';
import { useQuestion } from '../session/proof';
import { queries } from '../session/session';

/** Loaded when a step-up is needed. */
const ProofDialog = lazy(async () => ({ default: (await import('../session/proof-dialog')).ProofDialog }));

/** Loaded when a system administrator needs the approval of an owner. */
const AskOwnersDialog = lazy(async () => ({
  default: (await import('../session/ask-owners-dialog')).AskOwnersDialog,
}));

export function Root() {
  const language = useLanguage();
  const question = useQuestion();
  const refused = useRefusedChange();
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <Outlet />
        {question !== null && (
          <Suspense fallback={null}>
            <ProofDialog key={JSON.stringify(question.needed)} question={question} />
          </Suspense>
        )}
        {refused !== null && question === null && (
          <Suspense fallback={null}>
            <AskOwnersDialog key={refused.change} refused={refused} />
          </Suspense>
        )}
      </QueryClientProvider>
    </CSPProvider>
  );
}
