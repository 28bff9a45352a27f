import { affectedFlags } from '../../../../shared/impact/affected.ts'
import type { FlagImpact, Impact } from '../../../../shared/impact/impact.ts'
import { impactLines } from '../../../../shared/impact/words.ts'
import { limits } from '../../../../shared/limits.ts'
import type { Datafile } from '../../../../shared/schemas/datafile.ts'
import { computeDifference } from '../../threads/promises/compute-difference.ts'
import { type ToolData, untrustedText } from './mark-untrusted.ts'

/** Computes which users would get another value, by flag. Lists the flags that were not evaluated. */
export async function computeImpact(before: Datafile, after: Datafile, nowMs: number): Promise<Impact> {
  const { changed, through } = affectedFlags(before, after)
  const told = [...changed, ...through]
  const flags: FlagImpact[] = []
  for (const flag of told.slice(0, limits.agentImpactFlags)) {
    const difference = await computeDifference({ before, after, flag, nowMs, steps: limits.agentImpactSteps })
    flags.push({ flag, own: changed.includes(flag), difference })
  }
  return { flags, rest: told.slice(limits.agentImpactFlags) }
}

/** Formats an impact for an agent: facts as fields, the affected users in words. */
export const impactData = (impact: Impact): Readonly<Record<string, ToolData>> => ({
  flags: impact.flags.map(({ flag, own, difference }) => ({
    flag,
    through: own ? 'itself' : 'reference',
    state: difference.state,
    moves: difference.state === 'undecided' ? null : difference.moves.length,
  })),
  notLookedAt: impact.rest,
  inWords: untrustedText(impactLines(impact).join('\n')),
})
