import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './card-list.module.css'

/** The part of an infinite query that the list needs. */
type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }

/** A card with a list of `li` rows, a sentence above, and a button that loads more. */
export function CardList(props: { lead: ReactNode; label: string; pages: Pages; children: ReactNode }): ReactNode {
  const { lead, label, pages, children } = props
  return (
    <>
      <p className={classes['lead']}>{lead}</p>
      <ul className={classes['list']} aria-label={label}>
        {children}
      </ul>
      {pages.hasNextPage ? (
        <Button
          variant="subtle"
          className={classes['more']}
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          Show more
        </Button>
      ) : null}
    </>
  )
}
