import { z } from 'zod'
import { Json } from '../../../../shared/schemas/keys.ts'
import type { Refusal } from '../../../api/refusal.ts'
import type { BuildMismatchReport } from './use-build-mismatches.ts'

const Harm = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['gone', 'type']) }),
  z.object({ kind: z.enum(['variant-gone', 'variant-unknown']), values: z.array(Json) }),
])

const Details = z.object({
  builds: z.array(
    z.object({
      ...{ flag: z.string(), name: z.string(), version: z.string() },
      ...{ programs: z.number(), lastSeenAt: z.string(), harm: Harm },
    }),
  ),
})

/** Whether a publish was rejected because live builds still read what it removes. */
export const isAboutBuilds = (refusal: Refusal | null): refusal is Refusal => refusal?.code === 'flag/read-by-build'

/** The builds that a refusal names. Null for other refusals. */
export const refusedHarms = (refusal: Refusal | null): readonly BuildMismatchReport[] | null => {
  if (!isAboutBuilds(refusal)) return null
  const read = Details.safeParse(refusal.details)
  return read.success ? read.data.builds.map((build) => ({ ...build, held: true })) : []
}
