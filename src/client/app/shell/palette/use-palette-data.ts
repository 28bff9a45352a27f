import { useMemo, useState } from 'react'
import { ownZone } from '../../../../shared/text/time/when.ts'
import { useShortcuts } from '../../components/shortcuts.ts'
import { trpc } from '../../trpc.ts'
import { destinations } from '../destinations.ts'
import { furtherScreens, themes as themesOf } from './further-screens.ts'
import { findable } from './rank.ts'
import type { PaletteData, Suggestion } from './suggest.ts'

/** Shortcuts that the palette omits: those for navigating lists, and those that open what is already open. */
const notListed = new Set(['j', 'k', 'ArrowUp', 'ArrowDown', 'Enter', 'mod+k', 'o'])

/** Everything in a project that the palette can find. Read from the query cache, so that keystrokes need no request. */
export const usePaletteData = (project: string): PaletteData => {
  const keys = trpc.flags.keys.useQuery({ project }).data
  const environments = trpc.environments.list.useQuery({ project }).data
  const segments = trpc.segments.list.useQuery({ project }).data
  const views = trpc.views.list.useQuery({ project }).data
  const promises = trpc.promises.sentences.useQuery({ project }, { staleTime: 60_000 }).data
  const owner = trpc.account.status.useQuery().data?.user?.instanceRole === 'owner'
  const shortcuts = useShortcuts()
  const [nowMs] = useState(() => Date.now())
  const flags = useMemo(() => (keys ?? []).map(({ key, name }) => findable(key, key, name)), [keys])
  const found = useMemo(() => (segments ?? []).map(({ key, name }) => findable(key, key, name)), [segments])
  const said = useMemo(
    () => (promises ?? []).map(({ key, name, sentence }) => findable({ name, sentence }, key, name, sentence)),
    [promises],
  )
  const pages = useMemo(() => {
    const screens = destinations(project).map(
      ({ label, keys }): Suggestion => ({
        id: `screen ${label}`,
        title: label,
        detail: 'screen',
        keys,
        command: { do: 'screen', label },
      }),
    )
    const elsewhere = furtherScreens(project, owner).map(
      ([title, detail, href]): Suggestion => ({ id: `go ${href}`, title, detail, command: { do: 'go', href } }),
    )
    const themes = themesOf.map(
      ([scheme, title]): Suggestion => ({ id: title, title, detail: 'appearance', command: { do: 'theme', scheme } }),
    )
    const out: Suggestion = { id: 'sign out', title: 'Sign out', detail: 'your account', command: { do: 'sign-out' } }
    const here = [...new Map(shortcuts.map((shortcut) => [shortcut.keys, shortcut])).values()]
      .filter(({ keys }) => !notListed.has(keys) && !keys.startsWith('g '))
      .map(
        ({ keys, label }): Suggestion => ({
          id: `key ${keys}`,
          title: label,
          detail: 'here',
          keys,
          command: { do: 'shortcut', keys },
        }),
      )
    const kept = (views ?? []).map(
      ({ id, name, query }): Suggestion => ({
        id: `view ${id}`,
        title: name,
        detail: `view: ${query}`,
        command: { do: 'open-view', view: id },
      }),
    )
    return [...screens, ...kept, ...here, ...elsewhere, ...themes, out].map((one) => findable(one, one.title))
  }, [project, owner, shortcuts, views])
  return { flags, segments: found, promises: said, environments: environments ?? [], pages, nowMs, zone: ownZone() }
}
