import { setTimeout as sleep } from 'node:timers/promises'
import type { ChangeState } from '../../../shared/features/changes/schemas/change.ts'
import { CliError } from '../cli-error.ts'
import { callWithTimeout as ask, type connect } from '../connect.ts'

/** Poll interval in milliseconds. */
const everyMs = 2_000

/** States in which a change cannot be applied without further work by its author. */
const ended: Partial<Record<ChangeState, string>> = {
  withdrawn: 'was withdrawn',
  conflicted: 'has conflicts with what was published since',
  'changes-requested': 'has changes requested by a reviewer',
}

/**
 * Waits until a change is approved, then publishes it if the caller may. Otherwise waits until another member publishes
 * it. Throws a `CliError` if the change ends in another state.
 */
export async function waitForChange(
  api: ReturnType<typeof connect>,
  url: string,
  input: { project: string; change: number },
): Promise<'applied'> {
  for (;;) {
    const { state, can } = await ask(url, () => api.changes.get.query(input))
    if (state === 'applied') return state
    const why = ended[state]
    if (why !== undefined)
      throw new CliError(`Change ${input.change} ${why}: ${url}/p/${input.project}/changes/${input.change}`)
    if (state === 'approved' && can.apply === null) {
      const { change } = await ask(url, () => api.changes.publish.mutate(input))
      if (change.state === 'applied') return change.state
    }
    await sleep(everyMs)
  }
}
