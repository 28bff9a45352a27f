import { useNavigate } from '@tanstack/react-router'
import type { Ramp } from '../../../../shared/features/ramps/schemas/ramp.ts'
import { done } from '../../components/toast.tsx'
import { useAttempt } from '../../components/use-attempt.ts'
import { trpc } from '../../trpc.ts'

/** Runs actions on a ramp, one at a time. Returns whether each succeeded; `refusal` has the reason if not. */
export const useRampActs = (
  project: string,
  { number: ramp, flag, version }: Pick<Ramp, 'number' | 'flag' | 'version'>,
) => {
  const utils = trpc.useUtils()
  const navigate = useNavigate()
  const { attempt, busy, refusal, forget } = useAttempt()
  const { mutateAsync: pause } = trpc.ramps.pause.useMutation()
  const { mutateAsync: resume } = trpc.ramps.resume.useMutation()
  const { mutateAsync: goOn } = trpc.ramps.goOn.useMutation()
  const { mutateAsync: rollBack } = trpc.ramps.rollBack.useMutation()
  const { mutateAsync: finish } = trpc.ramps.finish.useMutation()
  const it = { project, ramp }
  const seen = { ...it, version }

  const act = async (run: () => Promise<Ramp>, said: string): Promise<boolean> => {
    const acted = await attempt(async () => {
      utils.ramps.get.setData(it, await run())
      done(said)
    })
    void utils.ramps.invalidate()
    void utils.flags.get.invalidate({ project, flag })
    return acted
  }
  const toEveryone = () =>
    attempt(async () => {
      const { change } = await finish(seen)
      void utils.ramps.invalidate()
      void utils.flags.get.invalidate({ project, flag })
      if (change === null) return done(`Completed ramp ${ramp}`)
      void utils.changes.invalidate()
      done(`Review requested in change ${change}`)
      void navigate({ to: '/p/$project/changes/$change', params: { project, change: String(change) } })
    })
  return {
    busy,
    refusal,
    forget,
    pause: () => act(() => pause(it), `Paused ramp ${ramp}`),
    resume: (touched?: 'keep' | 'put-back') =>
      act(() => resume({ ...seen, ...(touched && { touched }) }), `Resumed ramp ${ramp}`),
    goOn: () => act(() => goOn(seen), `Ramp ${ramp} continues`),
    undo: (why: string) => act(() => rollBack({ ...it, why }), `Undid ramp ${ramp}`),
    toEveryone,
  }
}
