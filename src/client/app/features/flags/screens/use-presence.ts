import { useEffect, useEffectEvent, useRef } from 'react'
import { limits } from '../../../../../shared/limits.ts'
import { newId } from '../../../components/new-id.ts'
import { trpc } from '../../../trpc.ts'
import { usePresentTabs } from '../../presence/presence.ts'

const tab = newId()

/** Time per tab within which existing tabs announce themselves to a new one, in milliseconds. */
const answerMs = 200

const randomDelay = (ms: number): number => Math.random() * ms

/** Another member on the same flag’s page. */
export type PresentMember = { id: string; name: string; editing: string | null }

/**
 * Announces that this tab shows a flag, and the environment being edited; returns the other members. Hidden tabs
 * announce nothing. Existing tabs respond to a new one after a random delay that grows with their number, to avoid
 * bursts of requests.
 */
export const usePresence = (project: string, flag: string, editing: string | null): readonly PresentMember[] => {
  const own = trpc.account.status.useQuery(undefined, { staleTime: 60_000 }).data?.user?.id
  // Best effort: failures have no effect here.
  const { mutate: tellOthers } = trpc.presence.tell.useMutation()
  const tell = useEffectEvent((here: boolean) => {
    tellOthers({ project, flag, tab, editing, here })
  })
  const there = usePresentTabs().filter((one) => one.project === project && one.flag === flag && one.tab !== tab)
  const known = there
    .map((one) => one.tab)
    .toSorted()
    .join(' ')
  useEffect(() => {
    const show = () => tell(document.visibilityState === 'visible')
    const timer = setInterval(() => document.visibilityState === 'visible' && tell(true), limits.presenceEveryMs)
    document.addEventListener('visibilitychange', show)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', show)
      tellOthers({ project, flag, tab, editing: null, here: false })
    }
  }, [tellOthers, project, flag])
  useEffect(() => {
    if (document.visibilityState === 'visible') tell(true)
  }, [project, flag, editing])
  const met = useRef<ReadonlySet<string>>(new Set())
  const answer = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => {
    const tabs = known.split(' ').filter((one) => one !== '')
    const isNew = tabs.some((one) => !met.current.has(one))
    met.current = new Set(tabs)
    if (!isNew || answer.current !== null) return
    answer.current = setTimeout(
      () => {
        answer.current = null
        if (document.visibilityState === 'visible') tell(true)
      },
      randomDelay(tabs.length * answerMs),
    )
  }, [known])
  useEffect(
    () => () => {
      clearTimeout(answer.current ?? undefined)
      answer.current = null
    },
    [],
  )
  const others = new Map<string, PresentMember>()
  for (const { person, editing: place } of there) {
    if (person.id === own) continue
    const before = others.get(person.id)
    others.set(person.id, { ...person, editing: place ?? before?.editing ?? null })
  }
  return [...others.values()].toSorted((a, b) => a.name.localeCompare(b.name))
}
