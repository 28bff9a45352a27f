import { createRoute, Outlet } from '@tanstack/react-router'
import { storedKeys } from '../components/stored.ts'
import { anyDraft } from '../features/drafts/draft-keys.ts'
import { Crash } from '../shell/crash.tsx'
import { lastProject, lastProjectKey } from '../shell/preferences.ts'
import { signedIn } from './frame.ts'

/** Synchronizes drafts with the server and the user’s other browsers. Loaded on demand. */
export const syncDrafts = (key: string): void => {
  void import('../features/drafts/sync-drafts.ts').then((sync) => sync.syncDrafts(key))
}

export const project = createRoute({
  getParentRoute: () => signedIn,
  path: '/p/$project',
  beforeLoad: ({ params, preload }) => {
    lastProject.write(lastProjectKey, params.project)
    if (!preload && storedKeys(anyDraft).length > 0) syncDrafts(params.project)
  },
  component: Outlet,
  errorComponent: Crash,
})
