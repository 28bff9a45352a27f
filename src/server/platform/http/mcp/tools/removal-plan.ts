import { z } from 'zod'
import { Key, ScopeKey } from '../../../../../shared/schemas/keys.ts'
import { tool } from '../tool.ts'

export const removalPlan = tool({
  name: 'removal_plan',
  title: 'Plan a removal',
  description:
    'Tells what stands between a flag and its removal: whether one variant has settled, which flags require it, where code reads it, which live builds read it; and what to do, in order. It removes nothing.',
  input: z.strictObject({ project: ScopeKey, flag: Key }),
  uses: ['flags.get', 'insights.notes', 'flags.requiredBy', 'references.ofFlag', 'builds.ofFlag'],
  answer: async (ask, { project, flag }) => {
    const { flag: found } = await ask('flags.get', { project, flag })
    const { flags } = await ask('insights.notes', { project })
    const settled = flags.find((one) => one.flag === flag)?.settled ?? null
    const requiredBy = await ask('flags.requiredBy', { project, flag })
    const { repositories } = await ask('references.ofFlag', { project, flag })
    const live = (await ask('builds.ofFlag', { project, flag })).filter((build) => build.live)
    const reads = repositories.reduce((sum, one) => sum + one.reads, 0)
    const steps = stepsOf(flag, { settled, requiredBy, reads, scanned: repositories.length > 0, live: live.length })
    return {
      notes: found.archivedAt === null ? steps : ['The flag is archived already.'],
      data: { settled, requiredBy, reads, scannedBranches: repositories.length, liveBuilds: live.length },
    }
  },
})

type RemovalEvidence = {
  readonly settled: { readonly variant: string | null } | null
  readonly requiredBy: readonly string[]
  readonly reads: number
  readonly scanned: boolean
  readonly live: number
}

/** Returns the steps to remove a flag, in order. They contain no user text except keys. */
export const stepsOf = (flag: string, { settled, requiredBy, reads, scanned, live }: RemovalEvidence): string[] => [
  ...(settled === null ? ['No variant has settled: decide first which one stays.'] : []),
  ...(requiredBy.length > 0 ? ['Flags that require it come first: they are named in requiredBy.'] : []),
  ...(scanned ? [] : ['No branch was scanned: run fanion scan, or search the code for its key.']),
  ...(reads > 0 || !scanned
    ? [
        settled === null || settled.variant === null
          ? `Take it out of the code: fanion remove ${flag} --as VARIANT shows the changes, --write makes them.`
          : `Take it out of the code: fanion remove ${flag} --as ${settled.variant} shows the changes, --write makes them.`,
      ]
    : []),
  ...(live > 0 ? ['Deploy, and wait until no live build reads it.'] : []),
  'Then a person archives it in Fanion.',
]
