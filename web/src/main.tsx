import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './app/router';
import { onSessionOver } from './session/session';
import './ui/base.css';

// A login that was begun without a return address ends at the start page.
const ENDS = ['code', 'link_token', 'step_up_code', 'error'];
if (location.pathname === '/' && ENDS.some((name) => new URLSearchParams(location.search).has(name)))
  history.replaceState(null, '', `/signed-in${location.search}`);

const RELOADED_AT = 'headgate.reloaded';

// A tab from before an update asks for parts that the new version does not have. One reload brings the new version.
window.addEventListener('vite:preloadError', (event) => {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED_AT) ?? 0) < 30_000) return;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  event.preventDefault();
  location.reload();
});

onSessionOver(() => {
  const { href } = router.state.location;
  if (!href.startsWith('/signin')) void router.navigate({ to: '/signin', search: { next: href } });
});

const place = document.getElementById('app');
if (place === null) throw new Error('The page has no place for the application.');
createRoot(place).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
