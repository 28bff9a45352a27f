import { createRouter } from '@tanstack/react-router'
import { nowhere, root, signedIn } from './routes/frame.ts'
import { outside } from './routes/outside.ts'
import { inProject } from './routes/project.ts'
import { inbox, mine, organisation, projects, status } from './routes/settings.ts'
import { Crash } from './shell/crash.tsx'

/*
 * Every address of the web UI. A screen is a module of its own, loaded when it is first needed; its search parameters are
 * checked where its route is, and what does not fit is dropped.
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
