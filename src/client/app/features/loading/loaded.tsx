import type { ReactNode } from 'react'
import { refusalOf } from '../../../api/refusal.ts'
import { ErrorState, StaleBar } from './error-state.tsx'
import classes from './loaded.module.css'

/** What a query knows. Every query hook fits. */
export type Answer<Data> = { data: Data | undefined; error: unknown; dataUpdatedAt: number; refetch: () => unknown }

/**
 * Shows an answer in each of its states. A screen cannot leave one out: the skeleton waits 150 ms so that a quick answer
 * never flickers, an error offers another try, and data that is already there stays when a refresh fails.
 */
export function Loaded<Data>(props: {
  query: Answer<Data>
  /** The true layout in grey. */
  loading: ReactNode
  isEmpty: (data: Data) => boolean
  empty: ReactNode
  /** What could not be shown, to finish the sentence "Couldn’t load …". */
  what: string
  children: (data: Data) => ReactNode
}): ReactNode {
  const { query, loading, isEmpty, empty, what, children } = props
  const retry = () => void query.refetch()
  const refusal = query.error ? refusalOf(query.error) : null
  // what is gone, or no longer the reader's to see, does not stay on the screen
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
