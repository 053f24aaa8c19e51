import { CSPProvider } from '@base-ui/react/csp-provider';
import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useLanguage } from '../i18n/texts';
import { useRefusedAct } from '../session/approval';
import { useQuestion } from '../session/proof';
import { later } from '../ui/later';

/** Loaded when a step-up is needed. */
const ProofDialog = later(async () => (await import('../session/proof-dialog')).ProofDialog, null);

/** Loaded when the session is over. */
const SignInAgain = later(async () => (await import('../pages/sign-in/sign-in-again')).SignInAgain, null);

/** Loaded when a system administrator needs the approval of an owner. */
const AskOwnersDialog = later(async () => (await import('../session/ask-owners-dialog')).AskOwnersDialog, null);

export function Root() {
  const language = useLanguage();
  const question = useQuestion();
  const refused = useRefusedAct();
  const isOver = question?.needed === null;
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return (
    <CSPProvider disableStyleElements>
      {/* Out of sight at once, before the dialog is loaded: the person may have left. */}
      <div style={isOver ? { visibility: 'hidden' } : undefined}>
        <Outlet />
      </div>
      {isOver && <SignInAgain onBack={() => question.answer(true)} />}
      {question !== null && question.needed !== null && (
        <ProofDialog key={JSON.stringify(question.needed)} needed={question.needed} answer={question.answer} />
      )}
      {refused !== null && question === null && <AskOwnersDialog key={JSON.stringify(refused.asked)} refused={refused} />}
    </CSPProvider>
  );
}
