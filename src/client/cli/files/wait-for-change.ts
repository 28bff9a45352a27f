import { setTimeout as sleep } from 'node:timers/promises'
import type { ChangeState } from '../../../shared/features/changes/schemas/change.ts'
import { CliError } from '../cli-error.ts'
import { asked as ask, type connect } from '../connect.ts'

/** How often it is looked at. */
const everyMs = 2_000

/** Why nothing comes of a change any more, or not without its author. */
const ended: Partial<Record<ChangeState, string>> = {
  withdrawn: 'was withdrawn',
  conflicted: 'has conflicts with what was published since',
  'changes-requested': 'has changes requested by a reviewer',
}

/**
 * Waits until a change is approved, publishes it where the caller may, and else until somebody did. A CliError says why it ends in
 * another way.
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
