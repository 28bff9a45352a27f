import type { SaveChangeInput } from '../../../../shared/features/changes/schemas/change.ts'
import { limits } from '../../../../shared/limits.ts'
import { whenText } from '../../../../shared/text/time/when.ts'
import { refusalOf } from '../../../api/refusal.ts'
import { done, failed } from '../../components/toast.tsx'
import { trpc } from '../../trpc.ts'

/** A scheduled publish. Its title is the first line of the message, or `fallback`. */
export type ScheduledPublish = Pick<SaveChangeInput, 'entries'> & {
  message: string
  fallback: string
  at: string
  zone: string
}

/**
 * Schedules entries as a change, which is approved immediately if no approvals are required. Throws if the server
 * rejects it.
 */
export const useScheduling = (project: string) => {
  const utils = trpc.useUtils()
  const { mutateAsync: save } = trpc.changes.save.useMutation()
  const { mutateAsync: requestReview } = trpc.changes.requestReview.useMutation()
  const { mutateAsync: schedule } = trpc.changes.schedule.useMutation()
  const { mutateAsync: withdraw } = trpc.changes.withdraw.useMutation()
  return async ({ entries, message, fallback, at, zone }: ScheduledPublish): Promise<void> => {
    const title = (message.split('\n', 1)[0] ?? '').slice(0, limits.nameLength) || fallback
    const proposal = { project, title, message: message === title ? '' : message, entries }
    const { number: change } = await save(proposal)
    const { state } = await requestReview({ project, change })
    if (state === 'approved') await schedule({ project, change, at, zone })
    void utils.changes.invalidate()
    const takeBack = () =>
      void withdraw({ project, change }).then(
        () => done(`Withdrew change ${change}`),
        (error) => failed(`Couldn’t withdraw change ${change}`, refusalOf(error)),
      )
    if (state === 'approved') done(`Change ${change} goes live on ${whenText(at, zone)}`, { undo: takeBack })
    else done(`Change ${change} is waiting for review. You can schedule it once it’s approved`, { undo: takeBack })
  }
}
