import { useNavigate } from '@tanstack/react-router'
import type { RampInEdit } from '../../../../shared/features/ramps/ramp-in-edit.ts'
import { limits } from '../../../../shared/limits.ts'
import { done } from '../../components/toast.tsx'
import { useAttempt } from '../../components/use-attempt.ts'
import { trpc } from '../../trpc.ts'
import type { PlanTimes } from './plan-times.ts'

type Proposal = {
  environment: string
  flag: string
  base: number
  message: string
  edit: RampInEdit
  plan: PlanTimes
  /** Requires approval by others. */
  review: boolean
  /** Ids of reviewers requested by name. */
  reviewers: readonly string[] | undefined
}

/** Starts a ramp or requests a review for it. Returns whether it succeeded; `refusal` has the reason if not. */
export const useStartRamp = (project: string) => {
  const utils = trpc.useUtils()
  const navigate = useNavigate()
  const { mutateAsync: propose } = trpc.ramps.propose.useMutation()
  const { mutateAsync: requestReview } = trpc.changes.requestReview.useMutation()
  const { mutateAsync: publish } = trpc.changes.publish.useMutation()
  const { mutateAsync: withdraw } = trpc.changes.withdraw.useMutation()
  const { attempt, busy, refusal, forget } = useAttempt()

  const ramp = ({ environment, flag, base, message, edit, plan, review, reviewers }: Proposal): Promise<boolean> =>
    attempt(async () => {
      const { document, rule, to } = edit
      const title = (message.split('\n', 1)[0] ?? '').slice(0, limits.nameLength)
      const { number: change, ramp: proposed } = await propose({
        ...{ project, environment, flag, base, document, title },
        message: message === title ? '' : message,
        plan: { rule, to, ...plan },
      })
      try {
        await (review
          ? requestReview({ project, change, ...(reviewers && { reviewers: [...reviewers] }) })
          : publish({ project, change }))
      } catch (error) {
        // Withdraws the rejected change, so that it is not left behind.
        await withdraw({ project, change }).catch(() => undefined)
        throw error
      }
      void utils.changes.invalidate()
      void utils.ramps.invalidate()
      void utils.flags.get.invalidate({ project, flag })
      if (review) {
        done(`Review requested for ramp ${proposed?.number ?? ''}`)
        void navigate({ to: '/p/$project/changes/$change', params: { project, change: String(change) } })
        return
      }
      done(`Started ramp ${proposed?.number ?? ''}`)
      void navigate({
        to: '/p/$project/flags/$flag/ramp',
        params: { project, flag },
        search: { env: environment, run: undefined },
      })
    })

  return { ramp, busy, refusal, forget }
}
