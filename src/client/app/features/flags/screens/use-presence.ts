import { useEffect, useEffectEvent, useRef } from 'react'
import { limits } from '../../../../../shared/limits.ts'
import { newId } from '../../../components/new-id.ts'
import { trpc } from '../../../trpc.ts'
import { useSeen } from '../../presence/presence.ts'

/** This tab, for as long as it is open. */
const tab = newId()

/** Whoever comes to a page is told who is there within so long for each of them. */
const answerMs = 200

const sometimeWithin = (ms: number): number => Math.random() * ms

/** Somebody else on the page of the same flag. */
export type Other = { id: string; name: string; editing: string | null }

/**
 * Tells the others in the project that this tab shows a flag, and of the environment that is edited there; returns who
 * else has it open. A hidden tab shows nothing. Whoever comes is told who was there before: the more there are, the longer
 * each takes, so that a crowd on one page is no flood.
 */
export const usePresence = (project: string, flag: string, editing: string | null): readonly Other[] => {
  const own = trpc.account.status.useQuery(undefined, { staleTime: 60_000 }).data?.user?.id
  // whether anybody hears of it changes nothing here
  const { mutate: tellOthers } = trpc.presence.tell.useMutation()
  const tell = useEffectEvent((here: boolean) => {
    tellOthers({ project, flag, tab, editing, here })
  })
  const there = useSeen().filter((one) => one.project === project && one.flag === flag && one.tab !== tab)
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
      sometimeWithin(tabs.length * answerMs),
    )
  }, [known])
  useEffect(
    () => () => {
      clearTimeout(answer.current ?? undefined)
      answer.current = null
    },
    [],
  )
  const others = new Map<string, Other>()
  for (const { person, editing: place } of there) {
    if (person.id === own) continue
    const before = others.get(person.id)
    others.set(person.id, { ...person, editing: place ?? before?.editing ?? null })
  }
  return [...others.values()].toSorted((a, b) => a.name.localeCompare(b.name))
}
