import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { describe, expect, it } from 'vitest'
import { trpc } from '../../trpc.ts'
import { refreshUnlessRead } from './flag-lists.ts'

/** Renders a list whose server has environments at these revisions, and counts how often it is read. */
async function aShownList(revisions: Record<string, number>) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } })
  let reads = 0
  const queryKey = getQueryKey(trpc.flags.list, { project: 'shop' }, 'infinite')
  const observer = new InfiniteQueryObserver(client, {
    queryKey,
    initialPageParam: null,
    getNextPageParam: () => null,
    queryFn: async () => {
      reads++
      const environments = Object.entries(revisions).map(([key, revision]) => ({ key, revision }))
      return { environments, rows: [], total: 0, next: null }
    },
  })
  const stop = observer.subscribe(() => undefined)
  while (observer.getCurrentResult().data === undefined) await new Promise(setImmediate)
  return { client, reads: () => reads, stop, queryKey }
}

describe('the lists of a project', () => {
  it('are read once for a flag that came by three revisions', async () => {
    const revisions = { development: 4, staging: 4, production: 4 }
    const { client, reads, stop } = await aShownList(revisions)
    for (const key of Object.keys(revisions)) revisions[key as keyof typeof revisions] = 5
    await Promise.all(
      Object.keys(revisions).map((environment) => refreshUnlessRead(client, 'shop', { environment, number: 5 })),
    )
    expect(reads()).toBe(2)
    stop()
  })

  it('are read again where the reading was from before one of them', async () => {
    const revisions = { development: 4, production: 4 }
    const { client, reads, stop } = await aShownList(revisions)
    revisions.development = 5
    await refreshUnlessRead(client, 'shop', { environment: 'development', number: 5 })
    revisions.production = 5
    await refreshUnlessRead(client, 'shop', { environment: 'production', number: 5 })
    expect(reads()).toBe(3)
    stop()
  })

  it('of another project are left alone', async () => {
    const { client, reads, stop } = await aShownList({ development: 4 })
    await refreshUnlessRead(client, 'other', { environment: 'development', number: 5 })
    expect(reads()).toBe(1)
    stop()
  })
})
