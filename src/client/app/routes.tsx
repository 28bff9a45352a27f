import { createRouter } from '@tanstack/react-router'
import { nowhere, root, signedIn } from './routes/frame.ts'
import { outside } from './routes/outside.ts'
import { inProject } from './routes/project.ts'
import { inbox, mine, organisation, projects, status } from './routes/settings.ts'
import { Crash } from './shell/crash.tsx'

/*
 * All routes of the web UI. Screens are separate modules that load on demand. Routes validate their search parameters
 * and drop invalid ones.
 */
const routeTree = root.addChildren([
  ...outside,
  signedIn.addChildren([projects, inbox, inProject, mine, organisation, status, nowhere]),
])

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPreloadDelay: 50,
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: Crash,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
