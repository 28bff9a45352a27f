import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import type { SavedView } from '../../../../../../shared/features/views/schemas/saved-view.ts'
import { lazyPart } from '../../../../components/lazy-part.ts'
import { useShortcut } from '../../../../components/shortcuts.ts'
import classes from './list-screen.module.css'
import type { ListSearch, Sort } from './list-search.ts'
import { useViews } from './use-views.ts'

const ViewMenu = lazyPart(async () => (await import('./view-menu.tsx')).ViewMenu)
const ViewDialog = lazyPart(async () => (await import('./view-dialog.tsx')).ViewDialog)

/** The current list and the view that it started from. */
export type ShownView = { archived: boolean; view: string | undefined; query: string; sort: Sort | undefined }

/** Switches between current flags, archived flags and saved views. The current filter can be saved as a view. */
export function ViewTabs({ project, archived, view, query, sort }: { project: string } & ShownView): ReactNode {
  const { views, put, remove } = useViews(project)
  const [naming, setNaming] = useState<Partial<SavedView> | null>(null)
  const open = archived ? undefined : views.find((one) => one.id === view)
  const shown = { query: query.trim(), sort: sort ?? null }
  const changed = open !== undefined && (open.query !== shown.query || open.sort !== shown.sort)
  const savable = !archived && shown.query !== '' && (open === undefined || changed)
  const begin = () => setNaming(shown)
  useShortcut('v', 'Save filter as a view', () => savable && begin())
  const bare = { q: undefined, sort: undefined, view: undefined, status: undefined, sel: undefined, peek: undefined }
  /** Keeps a typed filter when switching lists, but not the filter of a view. */
  const without = (old: ListSearch): ListSearch => ({ ...bare, ...(old.view === undefined && { q: old.q }) })
  const page = (current: boolean) => (current ? ('page' as const) : undefined)
  return (
    <nav className={classes['views']} aria-label="Show flags">
      <Link
        to="/p/$project/flags"
        params={{ project }}
        search={without}
        activeOptions={{ exact: true }}
        aria-current={page(!archived && open === undefined)}
      >
        Current
      </Link>
      <Link
        to="/p/$project/flags"
        params={{ project }}
        search={(old) => ({ ...without(old), status: 'archived' })}
        activeOptions={{ exact: true }}
        aria-current={page(archived)}
      >
        Archived
      </Link>
      {views.map((one) => (
        <Link
          key={one.id}
          to="/p/$project/flags"
          params={{ project }}
          search={{ ...bare, view: one.id }}
          activeOptions={{ exact: true }}
          aria-current={page(one === open)}
          title={one.query}
        >
          {one.name}
          {one === open && changed ? <span className={classes['changed']}> · changed</span> : null}
        </Link>
      ))}
      <Suspense>
        {open === undefined ? null : (
          <ViewMenu
            project={project}
            view={open}
            changed={changed}
            onRename={() => setNaming(open)}
            onKeep={() => void put({ ...open, ...shown }, `View “${open.name}” now uses this filter.`)}
            onShare={(shared) =>
              void put(
                { ...open, shared },
                shared ? `View “${open.name}” is now shared with the project.` : `View “${open.name}” is now private.`,
              )
            }
            onDelete={() => remove(open)}
          />
        )}
        {naming === null ? null : <ViewDialog project={project} view={naming} onClose={() => setNaming(null)} />}
      </Suspense>
      {savable ? (
        <button type="button" className={classes['save']} onClick={begin} aria-keyshortcuts="V">
          + View
        </button>
      ) : null}
    </nav>
  )
}
