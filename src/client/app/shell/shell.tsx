import { Navigate, Outlet, useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '../components/lazy-part.ts'
import { useShortcut, useShortcutListener } from '../components/shortcuts.ts'
import { undoLast } from '../components/toast.tsx'
import { trpc } from '../trpc.ts'
import { BottomBar } from './bottom-bar.tsx'
import { GoShortcuts } from './go-shortcuts.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { railStore } from './preferences.ts'
import { Rail } from './rail.tsx'
import classes from './shell.module.css'
import { TopBar } from './top-bar.tsx'
import { useLastProject } from './use-last-project.ts'
import { useLive } from './use-live.ts'

const Palette = lazyPart(async () => (await import('./palette/palette.tsx')).Palette)
const ShortcutSheet = lazyPart(async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet)

/** Layout of signed-in screens: navigation, top bar, connection state, shortcuts. */
export function Shell(): ReactNode {
  const { project: opened } = useParams({ strict: false })
  const last = useLastProject(opened)
  const project = opened ?? last
  const connection = useLive(opened)
  const narrow = railStore.use('fanion/rail') === 'narrow'
  const [sheetOpen, setSheetOpen] = useState(false)
  const [paletteOpen, setPaletteOpen] = useState(false)
  useShortcutListener()
  useShortcut('?', 'Show keyboard shortcuts', () => setSheetOpen(true))
  useShortcut('mod+k', 'Search or run', () => setPaletteOpen(true))
  useShortcut('mod+b', 'Collapse or expand the sidebar', () =>
    railStore.write('fanion/rail', narrow ? 'wide' : 'narrow'),
  )
  const navigate = useNavigate()
  useShortcut('g i', 'Go to Inbox', () => void navigate({ to: '/inbox' }))
  useShortcut('z', 'Undo last publish', () => void undoLast())
  const signedOut = trpc.account.status.useQuery().data?.user === null
  if (signedOut) return <RedirectToSignIn />
  return (
    <div className={classes['shell']} data-narrow={narrow || undefined}>
      <a href="#main" className={classes['skip']}>
        Skip to content
      </a>
      {project === undefined ? null : <GoShortcuts project={project} />}
      <Rail project={project} narrow={narrow} />
      <TopBar
        project={opened}
        railProject={project}
        connection={connection}
        onSearch={() => setPaletteOpen(true)}
        onShortcuts={() => setSheetOpen(true)}
      />
      <main id="main" className={classes['main']} tabIndex={-1}>
        <OfflineBar connection={connection} />
        <Outlet />
      </main>
      <BottomBar project={project} />
      <Suspense>
        {paletteOpen && project !== undefined ? (
          <Palette project={project} onClose={() => setPaletteOpen(false)} />
        ) : null}
      </Suspense>
      <Suspense>{sheetOpen ? <ShortcutSheet onClose={() => setSheetOpen(false)} /> : null}</Suspense>
    </div>
  )
}

/** The session ended while the page was open. Signing in returns to the page, and drafts are kept. */
function RedirectToSignIn(): ReactNode {
  const here = useLocation({ select: ({ href }) => href })
  // The current page, before this redirect.
  const [next] = useState(here)
  return <Navigate to="/login" search={{ next }} />
}
