import { useEffect, useState } from 'react'
import { referencesOf } from '../../../../shared/datafile/references.ts'
import type { Datafile } from '../../../../shared/schemas/datafile.ts'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'
import { trpc } from '../../trpc.ts'
import type { OtherFlags } from './other-flags.ts'

type Published = { project: string; environment: string; after: FlagDocument }

/** Query for the flags and segments that a flag refers to or is referred to by. */
const relatedDocumentsInput = ({ project, environment, after }: Published) => {
  const named = referencesOf(after).filter(({ key }) => key !== '' && key !== after.key)
  return {
    project,
    environment,
    subjects: [{ kind: 'flag' as const, key: after.key }, ...named].slice(0, 200),
    dependents: true,
  }
}

/** The published state of these flags and segments. */
const useRelatedDocuments = (published: Published): { data: Datafile | undefined; failed: boolean } => {
  const { data, isError } = trpc.history.asOf.useQuery(relatedDocumentsInput(published))
  return { data, failed: isError }
}

/**
 * The other flags that publishing this one affects. Null while unknown. The code that computes them is loaded on first
 * use.
 */
export const useOtherFlags = (published: Published): OtherFlags | null => {
  const { data } = useRelatedDocuments(published)
  // The document is new with each render, but usually equal.
  const text = JSON.stringify(published.after)
  const [found, setFound] = useState<{ data: Datafile; text: string; others: OtherFlags } | null>(null)
  useEffect(() => {
    if (data === undefined) return undefined
    let current = true
    const find = async () => {
      const { otherFlags } = await import('./other-flags.ts')
      if (current) setFound({ data, text, others: otherFlags(data, JSON.parse(text) as FlagDocument) })
    }
    // Optional: without it the sheet shows less, and the server still checks.
    find().catch(() => undefined)
    return () => {
      current = false
    }
  }, [data, text])
  return found !== null && found.data === data && found.text === text ? found.others : null
}
