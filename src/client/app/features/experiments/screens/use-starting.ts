import { useNavigate } from '@tanstack/react-router'
import type { Experiment } from '../../../../../shared/features/experiments/schemas/experiment.ts'
import { done } from '../../../components/toast.tsx'
import { useAttempt } from '../../../components/use-attempt.ts'
import { trpc } from '../../../trpc.ts'

/** A start or a larger share, to be published or reviewed. */
export type Starting = { readonly act: 'start' | 'again' } | { readonly share: number }

/**
 * Starts or grows an experiment, or requests a review for that. Returns whether it succeeded; `refusal` has the reason
 * if not.
 */
export const useStarting = (project: string, { key, name, flag, environment }: Experiment) => {
  const utils = trpc.useUtils()
  const navigate = useNavigate()
  const { attempt, busy, refusal, forget } = useAttempt()
  const { mutateAsync: start } = trpc.experiments.start.useMutation()
  const { mutateAsync: again } = trpc.experiments.again.useMutation()
  const { mutateAsync: grow } = trpc.experiments.grow.useMutation()
  const { mutateAsync: requestReview } = trpc.changes.requestReview.useMutation()
  const { mutateAsync: publish } = trpc.changes.publish.useMutation()
  const { mutateAsync: withdraw } = trpc.changes.withdraw.useMutation()

  const run = (how: Starting & { message: string; review: boolean; reviewers: readonly string[] }): Promise<boolean> =>
    attempt(async () => {
      const page = await utils.flags.get.fetch({ project, flag })
      const base = page.heads[environment]?.revision ?? 0
      const input = { project, experiment: key, base, message: how.message }
      const propose = { start, again }
      const { number: change } = await ('share' in how ? grow({ ...input, share: how.share }) : propose[how.act](input))
      try {
        await (how.review
          ? requestReview({ project, change, reviewers: [...how.reviewers] })
          : publish({ project, change }))
      } catch (error) {
        // Withdraws the rejected change, so that it is not left behind.
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
      if ('share' in how) return done(`${name} grows`)
      done(`Started ${name}`)
      void navigate({ to: '/p/$project/experiments/$experiment', params: { project, experiment: key } })
    })
  return { run, busy, refusal, forget }
}
