import { useNavigate } from '@tanstack/react-router'
import type { Experiment } from '../../../../shared/schemas/experiment.ts'
import { done } from '../../components/toast.tsx'
import { useAttempt } from '../../components/use-attempt.ts'
import { trpc } from '../../trpc.ts'

/** Starts an experiment, or puts its start before reviewers; answers whether that was done, and `refusal` why not. */
export const useStarting = (project: string, { key, name, flag, environment }: Experiment) => {
  const utils = trpc.useUtils()
  const navigate = useNavigate()
  const { attempt, busy, refusal, forget } = useAttempt()
  const { mutateAsync: start } = trpc.experiments.start.useMutation()
  const { mutateAsync: again } = trpc.experiments.again.useMutation()
  const { mutateAsync: requestReview } = trpc.changes.requestReview.useMutation()
  const { mutateAsync: publish } = trpc.changes.publish.useMutation()
  const { mutateAsync: withdraw } = trpc.changes.withdraw.useMutation()

  const run = (how: {
    act: 'start' | 'again'
    message: string
    review: boolean
    reviewers: readonly string[]
  }): Promise<boolean> =>
    attempt(async () => {
      const page = await utils.flags.get.fetch({ project, flag })
      const base = page.heads[environment]?.revision ?? 0
      const propose = how.act === 'start' ? start : again
      const { number: change } = await propose({ project, experiment: key, base, message: how.message })
      try {
        await (how.review
          ? requestReview({ project, change, reviewers: [...how.reviewers] })
          : publish({ project, change }))
      } catch (error) {
        // what was refused leaves nothing behind
        await withdraw({ project, change }).catch(() => undefined)
        throw error
      } finally {
        void utils.experiments.invalidate()
        void utils.changes.invalidate()
        void utils.flags.get.invalidate({ project, flag })
      }
      if (how.review) {
        done(`Review requested for ${name}`)
        void navigate({ to: '/p/$project/changes/$change', params: { project, change: String(change) } })
        return
      }
      done(`Started ${name}`)
      void navigate({ to: '/p/$project/experiments/$experiment', params: { project, experiment: key } })
    })
  return { run, busy, refusal, forget }
}
