import { skipToken } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ChangeEvent } from '../../../shared/schemas/change.ts'
import type { PresenceEvent } from '../../../shared/schemas/presence.ts'
import type { RevisionEvent } from '../../../shared/schemas/revision.ts'
import { trpc } from '../trpc.ts'
import { heardPresence } from '../ui/presence.ts'
import { useOnline } from '../ui/use-online.ts'

/** How the page hears of changes: live, on the way there, cut off, or not at all because no project is open. */
export type Connection = 'live' | 'connecting' | 'offline' | 'idle'

/** How long a cut connection may take to come back before the page says that it is offline. */
const patienceMs = 4_000

/**
 * Follows the revisions and changes of a project and refreshes what they touch. After a gap everything is refreshed, because events
 * may have been missed.
 */
export const useLive = (project: string | undefined): Connection => {
  const utils = trpc.useUtils()
  const onChange = ({ project: key, change }: ChangeEvent) => {
    void utils.changes.inbox.invalidate()
    void utils.changes.list.invalidate({ project: key })
    void utils.changes.get.invalidate(change === null ? { project: key } : { project: key, change })
  }
  const onRevision = ({ project: key, subjects }: RevisionEvent) => {
    void utils.flags.list.invalidate({ project: key })
    void utils.environments.list.invalidate({ project: key })
    void utils.revisions.list.invalidate({ project: key })
    void utils.history.invalidate()
    for (const subject of subjects) {
      if (subject.kind === 'flag') void utils.flags.get.invalidate({ project: key, flag: subject.key })
      else void utils.segments.get.invalidate({ project: key, segment: subject.key })
    }
    if (subjects.some((subject) => subject.kind === 'segment')) void utils.segments.list.invalidate({ project: key })
  }
  const onData = ({ data }: { data: RevisionEvent | ChangeEvent | PresenceEvent }) => {
    if (data.kind === 'presence') heardPresence(data)
    else if (data.kind === 'change') onChange(data)
    else onRevision(data)
  }
  const { status } = trpc.live.events.useSubscription(project === undefined ? skipToken : { project }, { onData })
  const online = useOnline()
  const cut = project !== undefined && (status === 'connecting' || status === 'error')
  const long = useLasting(cut, patienceMs)
  const live = online && project !== undefined && !cut
  const wasLive = useRef(false)
  useEffect(() => {
    if (!live) return
    if (wasLive.current) void utils.invalidate()
    wasLive.current = true
  }, [live, utils])
  if (!online) return 'offline'
  if (project === undefined) return 'idle'
  if (!cut) return 'live'
  return long ? 'offline' : 'connecting'
}

/** Whether a condition has held for a while. */
const useLasting = (holds: boolean, ms: number): boolean => {
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
