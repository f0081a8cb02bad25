import { RouterProvider } from '@tanstack/react-router';
import { SessionClient, useSessionControl } from '../api/session.tsx';
import { router } from './router.tsx';
import { SignInPage } from './sign-in-page.tsx';

export function App() {
  const { session } = useSessionControl();
  if (session === null) return <SignInPage />;
  return (
    <SessionClient>
      <RouterProvider router={router} />
    </SessionClient>
  );
}
