import { useState } from 'react'
import type { Change } from '../../../../shared/schemas/change.ts'
import { type Refusal, refusalOf } from '../../../api/refusal.ts'
import { done } from '../../components/toast.tsx'
import { trpc } from '../../trpc.ts'

/** Does acts to one change, one at a time. After each, everything that shows the change is asked for anew. */
export const useAct = (project: string, number: number) => {
  const utils = trpc.useUtils()
  const [busy, setBusy] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)

  const refresh = () =>
    Promise.all([
      utils.changes.invalidate(),
      utils.flags.invalidate(),
      utils.segments.invalidate(),
      utils.revisions.invalidate(),
      utils.audit.invalidate(),
    ])

  /** Returns whether it was done; if not, `refusal` says why. `said` tells what was done. */
  const act = async (name: string, run: () => Promise<Change | { change: Change }>, said: string): Promise<boolean> => {
    setBusy(name)
    setRefusal(null)
    try {
      const answer = await run()
      utils.changes.get.setData({ project, change: number }, 'change' in answer ? answer.change : answer)
      done(said)
      return true
    } catch (error) {
      setRefusal(refusalOf(error))
      return false
    } finally {
      setBusy(null)
      void refresh()
    }
  }

  return { act, busy, refusal, calls: utils.client.changes }
}
