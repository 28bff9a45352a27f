import { skipToken, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ChangeEvent } from '../../../shared/features/changes/schemas/change.ts'
import type { FlagCell } from '../../../shared/features/flags/schemas/flag-view.ts'
import type { PresenceEvent } from '../../../shared/features/presence/schemas/presence.ts'
import type { HeadsEvent, RevisionEvent } from '../../../shared/features/publishing/schemas/revision.ts'
import { useOnline } from '../components/use-online.ts'
import { usePageSeen } from '../components/use-page-seen.ts'
import { missesRow, patchCell, refreshFound, refreshUnlessRead } from '../features/flags/flag-lists.ts'
import { recordPresence } from '../features/presence/presence.ts'
import { trpc } from '../trpc.ts'
import { refetchMissedChanges } from './refetch-missed-changes.ts'

/** State of the live updates. `idle` means that no project is open. */
export type Connection = 'live' | 'connecting' | 'offline' | 'idle'

/** How long a lost connection may take to recover before the page shows that it is offline, in milliseconds. */
const patienceMs = 4_000

/** Minimum interval in milliseconds between refreshes of lists whose filter or order depends on publishes. */
const refreshEveryMs = 2_000

/**
 * Subscribes to events of a project and refreshes what they affect. First catches up on what happened since the page’s
 * first requests. After a gap it refreshes everything, because events may have been missed. A hidden page unsubscribes,
 * and catches up when it becomes visible.
 */
export const useLive = (project: string | undefined): Connection => {
  const utils = trpc.useUtils()
  const queryClient = useQueryClient()
  const refreshSoon = useThrottle(refreshEveryMs)
  const onChange = ({ project: key, change }: ChangeEvent) => {
    void utils.changes.inbox.invalidate()
    void utils.changes.list.invalidate({ project: key })
    void utils.changes.get.invalidate(change === null ? { project: key } : { project: key, change })
  }
  const standAt = (key: string, revisions: Readonly<Record<string, number>>) =>
    utils.environments.list.setData({ project: key }, (all) =>
      all?.map((one) => ({ ...one, revision: Math.max(one.revision, revisions[one.key] ?? 0) })),
    )
  const onRevision = ({ project: key, environment, number, publishedAt, subjects, more }: RevisionEvent) => {
    standAt(key, { [environment]: number })
    void utils.revisions.list.invalidate({ project: key })
    void utils.history.invalidate()
    // A publish may change whether promises hold.
    void utils.promises.invalidate()
    void utils.ramps.invalidate()
    if (more) {
      void utils.flags.invalidate()
      void utils.segments.invalidate()
      return
    }
    for (const subject of subjects) {
      if (subject.kind === 'segment') void utils.segments.get.invalidate({ project: key, segment: subject.key })
      else {
        void utils.flags.get.invalidate({ project: key, flag: subject.key })
        const where = { project: key, flag: subject.key, environment, at: publishedAt }
        patchCell(queryClient, where, (cell) => ((cell?.revision ?? 0) < number ? subject.cell : undefined))
      }
    }
    // A flag that was created, archived or restored enters or leaves a list.
    const comesOrGoes = (key: string, cell: FlagCell | null | undefined) =>
      cell === null || missesRow(queryClient, project ?? '', key)
    if (subjects.some(({ kind, key: flag, cell }) => kind === 'flag' && comesOrGoes(flag, cell))) {
      void refreshUnlessRead(queryClient, key, { environment, number })
    } else refreshSoon(() => refreshFound(queryClient, key))
    if (subjects.some((subject) => subject.kind === 'segment')) void utils.segments.list.invalidate({ project: key })
  }
  const caughtUp = useRef('')
  const onData = ({ data }: { data: HeadsEvent | RevisionEvent | ChangeEvent | PresenceEvent }) => {
    if (data.kind === 'heads') {
      // After a gap, everything is refreshed anyway.
      if (project !== undefined && caughtUp.current !== project) {
        standAt(project, data.revisions)
        void refetchMissedChanges(utils, queryClient, project, data.revisions)
      }
      caughtUp.current = project ?? ''
    } else if (data.kind === 'presence') recordPresence(data)
    else if (data.kind === 'change') onChange(data)
    else onRevision(data)
  }
  const seen = usePageSeen()
  const follows = seen && project !== undefined
  const { status } = trpc.live.events.useSubscription(follows ? { project, heads: true } : skipToken, { onData })
  const online = useOnline()
  const cut = follows && status !== 'pending'
  const long = useHasLasted(cut, patienceMs)
  const live = online && follows && !cut
  const followed = useRef<'never' | 'live' | 'gap'>('never')
  useEffect(() => {
    if (live) {
      if (followed.current === 'gap') void utils.invalidate()
      followed.current = 'live'
    } else if (seen) {
      if (followed.current === 'live' || long) followed.current = 'gap'
    } else if (followed.current === 'live') {
      // Not a gap: the revisions show what was missed when the page becomes visible.
      followed.current = 'never'
      caughtUp.current = ''
    }
  }, [live, seen, long, utils])
  if (!online) return 'offline'
  if (project === undefined) return 'idle'
  if (live) return 'live'
  return long ? 'offline' : 'connecting'
}

/** Throttles an action: runs it immediately, then at most once per interval. The last call always runs. */
const useThrottle = (everyMs: number): ((act: () => void) => void) => {
  const held = useRef<{ timer: number | undefined; next: (() => void) | undefined }>({
    timer: undefined,
    next: undefined,
  })
  useEffect(() => {
    const { current } = held
    return () => clearTimeout(current.timer)
  }, [])
  return (act) => {
    const { current } = held
    if (current.timer !== undefined) {
      current.next = act
      return
    }
    act()
    const again = () => {
      const { next } = current
      current.next = undefined
      current.timer = next === undefined ? undefined : window.setTimeout(again, everyMs)
      next?.()
    }
    current.timer = window.setTimeout(again, everyMs)
  }
}

/** Whether a condition has been true for a while. */
const useHasLasted = (holds: boolean, ms: number): boolean => {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!holds) return
    const timer = setTimeout(() => setLasting(true), ms)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [holds, ms])
  return lasting
}
