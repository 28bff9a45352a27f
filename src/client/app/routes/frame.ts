import { createRootRoute, createRoute } from '@tanstack/react-router'
import { Crash } from '../shell/crash.tsx'
import { NotFound } from '../shell/not-found.tsx'
import { Root } from '../shell/root.tsx'
import { requireSession } from '../shell/session.ts'
import { Shell } from '../shell/shell.tsx'

/** What every page stands in. */
export const root = createRootRoute({ component: Root, notFoundComponent: NotFound, errorComponent: Crash })

/** What every page behind the sign-in stands in: the shell. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'in',
  beforeLoad: requireSession,
  component: Shell,
  errorComponent: Crash,
})

/** Any other address, inside the shell. */
export const nowhere = createRoute({
  getParentRoute: () => signedIn,
  path: '$',
  staticData: { title: 'Not found' },
  component: NotFound,
})
