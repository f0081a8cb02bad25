import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { SessionClient, useSessionControl } from '../api/session.tsx';
import { router } from './router.tsx';

// Loaded by those who have no session yet.
const SignInPage = lazy(() => import('./sign-in-page.tsx').then((page) => ({ default: page.SignInPage })));

export function App() {
  const { session } = useSessionControl();
  if (session === null)
    return (
      <Suspense>
        <SignInPage />
      </Suspense>
    );
  return (
    <SessionClient>
      <RouterProvider router={router} />
    </SessionClient>
  );
}
