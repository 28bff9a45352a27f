import { createRootRoute, createRoute } from '@tanstack/react-router'
import { Crash } from '../shell/crash.tsx'
import { NotFound } from '../shell/not-found.tsx'
import { Root } from '../shell/root.tsx'
import { requireSession } from '../shell/session.ts'
import { Shell } from '../shell/shell.tsx'

export const root = createRootRoute({ component: Root, notFoundComponent: NotFound, errorComponent: Crash })

/** Layout route of all signed-in pages. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'in',
  beforeLoad: requireSession,
  component: Shell,
  errorComponent: Crash,
})

/** Fallback route for unknown paths, within the shell. */
export const nowhere = createRoute({
  getParentRoute: () => signedIn,
  path: '$',
  staticData: { title: 'Not found' },
  component: NotFound,
})
