import type { ReactNode } from 'react'
import { refusalOf } from '../../../api/refusal.ts'
import { ErrorState, StaleBar } from './error-state.tsx'
import classes from './loaded.module.css'

/** The part of a query result that `Loaded` needs. Every query hook fits. */
export type QueryState<Data> = { data: Data | undefined; error: unknown; dataUpdatedAt: number; refetch: () => unknown }

/**
 * Renders a query in each of its states, so that no screen can forget one. The skeleton appears after 150 ms, so that
 * fast responses do not flicker. Errors offer a retry, and loaded data stays visible if a refresh fails.
 */
export function Loaded<Data>(props: {
  query: QueryState<Data>
  /** Skeleton with the real layout. */
  loading: ReactNode
  isEmpty: (data: Data) => boolean
  empty: ReactNode
  /** Completes “Couldn’t load …”. */
  what: string
  children: (data: Data) => ReactNode
}): ReactNode {
  const { query, loading, isEmpty, empty, what, children } = props
  const retry = () => void query.refetch()
  const refusal = query.error ? refusalOf(query.error) : null
  // Data that was deleted or is no longer accessible must not stay visible.
  const gone = refusal !== null && (refusal.code.endsWith('/not-found') || refusal.code === 'auth/forbidden')
  if (query.data === undefined || gone) {
    if (refusal) return <ErrorState refusal={refusal} what={what} onRetry={retry} />
    return (
      <div className={classes['waiting']} role="status" aria-label={`Loading ${what}`}>
        {loading}
        <p className={classes['long']}>Still loading…</p>
      </div>
    )
  }
  return (
    <>
      {refusal ? <StaleBar refusal={refusal} since={query.dataUpdatedAt} onRetry={retry} /> : null}
      {isEmpty(query.data) ? empty : children(query.data)}
    </>
  )
}
