import { useMemo } from 'react'
import { referencesOf } from '../../../../shared/datafile/references.ts'
import type { Datafile } from '../../../../shared/schemas/datafile.ts'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'
import { trpc } from '../../trpc.ts'
import { type OtherFlags, otherFlags } from './other-flags.ts'

type Published = { project: string; environment: string; after: FlagDocument }

/** What a flag stands among: what it names, and what names it. */
const groundOf = ({ project, environment, after }: Published) => {
  const named = referencesOf(after).filter(({ key }) => key !== '' && key !== after.key)
  return {
    project,
    environment,
    subjects: [{ kind: 'flag' as const, key: after.key }, ...named].slice(0, 200),
    dependents: true,
  }
}

/** The same, as it is live. */
export const useGround = (published: Published): { data: Datafile | undefined; failed: boolean } => {
  const { data, isError } = trpc.history.asOf.useQuery(groundOf(published))
  return { data, failed: isError }
}

/** The other flags that publishing this one changes; null while that is not known. */
export const useOtherFlags = (published: Published): OtherFlags | null => {
  const { data } = useGround(published)
  const text = JSON.stringify(published.after)
  // a new object with every render, but mostly the same document
  return useMemo(() => (data === undefined ? null : otherFlags(data, JSON.parse(text) as FlagDocument)), [data, text])
}
