import { useState } from 'react'
import type { Change } from '../../../../../shared/features/changes/schemas/change.ts'
import { done } from '../../../components/toast.tsx'
import { useAttempt } from '../../../components/use-attempt.ts'
import { trpc } from '../../../trpc.ts'

/** Runs actions on a change, one at a time. Afterwards, invalidates all queries that show the change. */
export const useAct = (project: string, number: number) => {
  const utils = trpc.useUtils()
  const calls = useCalls()
  const { attempt, busy, refusal } = useAttempt()
  const [name, setName] = useState('')

  const refresh = () =>
    Promise.all([
      utils.changes.invalidate(),
      utils.flags.invalidate(),
      utils.segments.invalidate(),
      utils.revisions.invalidate(),
      utils.audit.invalidate(),
    ])

  /** Returns whether the action succeeded. If not, `refusal` has the reason. `said` is the success message. */
  const act = async (name: string, run: () => Promise<Change | { change: Change }>, said: string): Promise<boolean> => {
    setName(name)
    const acted = await attempt(async () => {
      const answer = await run()
      utils.changes.get.setData({ project, change: number }, 'change' in answer ? answer.change : answer)
      done(said)
    })
    void refresh()
    return acted
  }

  return { act, busy: busy ? name : null, refusal, calls }
}

const useCalls = () => ({
  approve: trpc.changes.approve.useMutation().mutateAsync,
  requestChanges: trpc.changes.requestChanges.useMutation().mutateAsync,
  comment: trpc.changes.comment.useMutation().mutateAsync,
  requestReview: trpc.changes.requestReview.useMutation().mutateAsync,
  publish: trpc.changes.publish.useMutation().mutateAsync,
  schedule: trpc.changes.schedule.useMutation().mutateAsync,
  unschedule: trpc.changes.unschedule.useMutation().mutateAsync,
  withdraw: trpc.changes.withdraw.useMutation().mutateAsync,
  bypass: trpc.changes.bypass.useMutation().mutateAsync,
  rebase: trpc.changes.rebase.useMutation().mutateAsync,
})
