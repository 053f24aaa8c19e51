import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './app/router';
import { onSessionOver } from './session/session';
import { markAsMissing } from './ui/missing-part';
import './ui/base.css';

// A login that was begun without a return address ends at the start page.
const ENDS = ['code', 'link_token', 'step_up_code', 'error'];
if (location.pathname === '/' && ENDS.some((name) => new URLSearchParams(location.search).has(name)))
  history.replaceState(null, '', `/signed-in${location.search}`);

// All parts that are loaded later pass here, also those that a hover asks for.
window.addEventListener('vite:preloadError', ({ payload }) => markAsMissing(payload));

onSessionOver(() => {
  const { href } = router.state.location;
  if (!href.startsWith('/signin')) void router.navigate({ to: '/signin', search: { next: href, over: true } });
});

const place = document.getElementById('app');
if (place === null) throw new Error('The page has no place for the application.');
createRoot(place).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
